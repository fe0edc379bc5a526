import { until, type Fixture } from './fixture.js';

/** How the token of the demo is called. */
export const DEMO_TOKEN = {
  name: 'Demo Dollar',
  symbol: 'DEMO',
  decimals: 2,
  description: 'Money of a demo.',
} as const;

/** Has the dev kit issue a token, whose registry it publishes, and waits until the API has read its name from there. */
export const issueNamedToken = async (
  { weir, devKitUrl, say }: Fixture,
  address: string,
  amount: bigint,
): Promise<string> => {
  const minted = await fetch(`${devKitUrl}/dev/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, amount: amount.toString(), ...DEMO_TOKEN }),
  });
  if (!minted.ok) throw new Error(`The dev kit made no token: ${await minted.text()}`);
  const { category } = (await minted.json()) as { category: string };
  const token = await until('the name of the token', async () => {
    const { data } = await weir.api.GET('/api/tokens/{category}', { params: { path: { category } } });
    return data?.token ?? undefined;
  });
  say.fact('category', category);
  say.fact('called', `${token.name} (${token.symbol}), ${token.decimals} decimals`);
  say.fact('by its registry', token.verified ? 'published on the chain, hash checked' : 'not verified');
  if (!token.verified || token.symbol !== DEMO_TOKEN.symbol) throw new Error('The token should have its name');
  return category;
};

import { until, type Fixture } from './fixture.js';

/** Metadata of the demo's token. */
export const DEMO_TOKEN = {
  name: 'Demo Dollar',
  symbol: 'DEMO',
  decimals: 2,
  description: 'Money of a demo.',
} as const;

/** Issues a token through the dev kit, which publishes its registry, and waits until the API knows its name. */
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

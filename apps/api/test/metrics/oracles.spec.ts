import { type LocalOracle, startOracle } from '@weir/devnet';
import { eventually } from '@weir/testing';
import { useFixture } from '../support/fixture.js';

const fixture = useFixture();
let oracle: LocalOracle;
beforeAll(async () => {
  // It has a message for each minute that the chain's clock can reach.
  oracle = await startOracle({ priceAt: () => 45_000n, now: () => 4_000_000_000n });
});
afterAll(() => oracle.stop());

it('shows the oracles of the settings in /ready and in the metrics', async () => {
  const { publicKey, url } = oracle;
  const origin = await fixture.listen({ ORACLES: `USD:2:${publicKey}@${url}` });
  await eventually(async () => {
    const { checks } = (await (await fetch(`${origin}/ready`)).json()) as { readonly checks: object };
    const messageAgeSeconds = expect.any(Number) as number;
    expect(checks).toMatchObject({ oracles: [{ ok: true, currency: 'USD', publicKey, messageAgeSeconds }] });
  });
  await eventually(async () => {
    const text = await (await fetch(`${origin}/metrics`)).text();
    const valueOf = (metric: string): number =>
      Number(new RegExp(`^${metric}\\{oracle="USD-${publicKey.slice(0, 8)}"\\} (\\S+)$`, 'mu').exec(text)?.[1]);
    expect(valueOf('weir_oracle_message_age_seconds')).toBeLessThan(900);
    expect(valueOf('weir_oracle_lies')).toBe(0);
  });
});

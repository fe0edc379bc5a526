import { type AskedEffect, type LockVesting, verify } from '../src/index.js';
import { flows } from './support/flows.js';

describe('verify', () => {
  it.each(flows().map((flow) => [flow.name, flow] as const))('accepts the honest transaction of %s', (_, flow) => {
    const reading = verify(flow.request, flow.signer, flow.asked);
    expect(reading.effects.map(({ kind }) => kind).sort()).toEqual(flow.asked.effects.map(({ kind }) => kind).sort());
  });
});

describe('an airdrop into locks that nobody asked for', () => {
  const vested = flows().filter(({ name }) => name.startsWith('vested') && !name.endsWith('close'));

  it.each(vested.map((flow) => [flow.name, flow] as const))('is refused in %s', (_, flow) => {
    const withVesting = (vesting: LockVesting | undefined) =>
      flow.asked.effects.map((effect): AskedEffect => {
        if (effect.kind !== 'OPENS_CAMPAIGN' && effect.kind !== 'CLAIMS_AIRDROP') return effect;
        const others = Object.fromEntries(Object.entries(effect).filter(([key]) => key !== 'vesting'));
        return { ...(others as typeof effect), ...(vesting && { vesting }) };
      });
    const asking = (vesting?: LockVesting) => () =>
      verify(flow.request, flow.signer, { ...flow.asked, effects: withVesting(vesting) });
    expect(asking()).toThrow('its claims pay locks');
    const other = { kind: 'VESTING', start: 1n, cliff: 1n, step: 1n, end: 2n } as const;
    expect(asking(other)).toThrow('vesting.start is');
  });
});

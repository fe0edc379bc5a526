import { lockingBytecodeOf, proposeVaultSpend, vaultSigningRequest } from '@weir/covenants';
import { type AskedEffect, type LockVesting, requestToSign, verify } from '../src/index.js';
import { hashOf, requestOf } from './support/coins.js';
import { addressAt } from './support/flow.js';
import { flows } from './support/flows.js';
import { isWorthy } from './support/network.js';
import { createVault } from './support/vault.js';

describe('verify', () => {
  it.each(flows().map((flow) => [flow.name, flow] as const))('accepts the valid transaction of %s', (_, flow) => {
    const reading = verify(flow.request, flow.signer, flow.asked);
    expect(reading.effects.map(({ kind }) => kind).sort()).toEqual(flow.asked.effects.map(({ kind }) => kind).sort());
  });
});

describe('requestToSign', () => {
  it.each(flows().map((flow) => [flow.name, flow] as const))(
    'lets a wallet sign what nodes accept: %s',
    async (_, flow) => {
      expect(await isWorthy(flow, requestToSign(flow.request, flow.name))).toBe(true);
    },
  );
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

describe('a wallet that holds two of the three keys of a vault', () => {
  const names = [0x31, 0x32, 0x33];
  const cases = names.flatMap((asked) =>
    names
      .filter((other) => other !== asked)
      .flatMap((other) => [[asked, [asked, other]] as const, [asked, [other, asked]] as const]),
  );

  it.each(cases)('signs for the key %i that the request names, holding %j', (asked, held) => {
    const { contract, holdings, spends } = createVault();
    const payee = lockingBytecodeOf(hashOf(0x41));
    const proposal = proposeVaultSpend(contract, holdings, payee, { type: 'BCH', satoshis: 300_000n });
    const request = requestOf({ wcTransaction: vaultSigningRequest(proposal, hashOf(asked)) });
    const own = held.map((name) => lockingBytecodeOf(hashOf(name)));
    const pays = { kind: 'PAYS', to: addressAt(payee), asset: undefined, amount: 300_000n } as const;
    const { signs } = verify(request, { network: 'mainnet', own }, { effects: [spends, pays] });
    // The places of the second and the third key are one: the first of the wallet's that fits is named.
    const fits = asked === 0x31 ? [0x31, 0x32] : [0x32, 0x33];
    expect(signs).toBe(addressAt(lockingBytecodeOf(hashOf(held.find((name) => fits.includes(name)) ?? asked))));
  });
});

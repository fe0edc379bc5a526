import { hexToBin, utf8ToBin } from '@bitauth/libauth';
import { encodePlanAnnouncement, lockingBytecodeOf, noteSatoshis, P2SH32_DUST, type PlanPart } from '@weir/covenants';
import { DevnetControl, startDevnet } from '@weir/devnet';
import { scriptHashOf } from '@weir/infra/electrum';
import type { Wallet } from '@weir/wallet';
import { openPart, openStream, streamPart } from './support/deploy.js';
import { COIN, only, useFixture } from './support/fixture.js';

const fixture = useFixture();
let control: DevnetControl;
beforeAll(async () => {
  control = await DevnetControl.connect(fixture.url);
});
afterAll(() => control.close());

/** Announces a stream and pays plain satoshis to its address, with the recipient's note, as a real one would look at a glance. */
const forge = async (forger: Wallet, part: PlanPart, announcement: Uint8Array): Promise<string> => {
  const [coin] = (await fixture.funds(forger)).coins;
  if (coin === undefined) throw new Error('A forgery costs a coin');
  const [contract, stream] = [only(part.contracts), only(part.streams)];
  const input = {
    outpointTransactionHash: hexToBin(coin.txid),
    outpointIndex: coin.vout,
    sequenceNumber: 0,
    unlockingBytecode: new Uint8Array(),
  };
  const own = lockingBytecodeOf(forger.publicKeyHash);
  const outputs = [
    { lockingBytecode: own, valueSatoshis: coin.satoshis - COIN - 3_000n },
    { lockingBytecode: contract.lockingBytecode, valueSatoshis: COIN },
    { lockingBytecode: announcement, valueSatoshis: 0n },
    { lockingBytecode: stream.recipient, valueSatoshis: P2SH32_DUST },
  ];
  const transaction = { version: 2, locktime: 0, inputs: [input], outputs };
  const { signedTransactionHash } = await forger.signTransaction({
    transaction,
    sourceOutputs: [{ ...input, lockingBytecode: own, valueSatoshis: coin.satoshis }],
  });
  fixture.node.mine();
  return signedTransactionHash;
};

describe('what only looks like a contract', () => {
  it('is shown as rejected, with the reason, beside the real one and its twin', async () => {
    const [sender, recipient, other, forger] = [
      fixture.wallet(10n * COIN),
      fixture.wallet(),
      fixture.wallet(10n * COIN),
      fixture.wallet(10n * COIN),
    ];
    const part = streamPart(fixture, sender, recipient, COIN);
    const real = await openPart(fixture, sender, part);
    const twin = await openPart(fixture, other, part);
    expect(twin.address).toBe(real.address);
    const forged = streamPart(fixture, sender, recipient, COIN);
    const { address } = only(forged.contracts);
    await forge(forger, forged, encodePlanAnnouncement(forged.terms));
    await forge(forger, forged, Uint8Array.of(0x6a, 0x08, ...utf8ToBin('WEIR'), 0x01, 0x01, 0xff, 0xff));

    const { contracts, rejected } = await fixture.list(recipient.address);
    expect(contracts.map(({ funding }) => funding).sort()).toEqual([`${real.txid}:1`, `${twin.txid}:1`].sort());
    expect(contracts.flatMap(({ remarks }) => remarks)).toEqual([expect.stringContaining('funded more than once')]);
    expect(rejected).toEqual([
      expect.objectContaining({
        verdict: 'FORGED',
        contractAddress: address,
        problem: 'NO_STREAMS',
      }),
      expect.objectContaining({ verdict: 'MALFORMED', contractAddress: null }),
    ]);
    const text = await fixture.run(`list ${recipient.address}`);
    expect(text.printed).toContain('REJECTED (FORGED)');

    fixture.passDays(11);
    const claim = (contract: string) => `${contract} --action claim --address ${recipient.address}`;
    expect(await fixture.refusal(`build ${claim(real.address)}`)).toMatch(/^5: .*funded more than once: name one of/);
    for (const { txid } of [twin, real]) await fixture.sendOne(claim(txid));
    expect(await fixture.balance(recipient)).toBe(2n * (COIN + noteSatoshis({ product: 'VESTING_BCH' }) + P2SH32_DUST));
    expect(await fixture.refusal(`build ${claim(address)}`)).toMatch(/^4: .*NO_STREAMS/);
  });
});

describe('a server that hides histories', () => {
  it('is said to, and the beacons find what it hides of the address', async () => {
    const [sender, recipient] = [fixture.wallet(10n * COIN), fixture.wallet()];
    const from = fixture.node.tip.height;
    const stream = await openStream(fixture, sender, recipient, COIN);
    await control.hideHistory([scriptHashOf(lockingBytecodeOf(recipient.publicKeyHash))]);
    expect((await fixture.run(`list ${recipient.address}`)).printed).toContain(
      'The servers show no transaction of this address',
    );
    const honest = await startDevnet({ node: fixture.node });
    const both = await fixture.list(`${recipient.address} --server ${fixture.url} --server ${honest.url}`);
    expect(both).toMatchObject({ looked: 1, withheld: 1, contracts: [{ contractAddress: stream.address }] });
    expect(
      (await fixture.run(`list ${recipient.address} --server ${honest.url} --server ${fixture.url}`)).printed,
    ).toContain('keeps something from you');
    await honest.stop();
    const { contracts } = await fixture.list(`${recipient.address} --blocks ${from}..`);
    expect(only(contracts)).toMatchObject({ contractAddress: stream.address, roles: ['recipient'] });

    await control.resetFaults();
    await control.hideHistory([scriptHashOf(stream.stream.lockingBytecode)]);
    expect(await fixture.run(`list ${recipient.address}`)).toMatchObject({
      code: 7,
      printed: expect.stringContaining(`NOT READ ${stream.address}`) as string,
    });
    expect(await fixture.refusal(`build ${stream.txid} --action claim --address ${recipient.address}`)).toMatch(
      /^3: .*--server/s,
    );
    await control.resetFaults();
  });
});

import { buildAnnounceMove, buildFinishMove, lockingBytecodeOf, MOVE_NOTE_SATOSHIS, stepFeeOf } from '@weir/covenants';
import { type AskedEffect, summarize, verify } from '../src/index.js';
import { hashOf, lockOf, walletOf } from './support/coins.js';
import { addressAt, flowOf } from './support/flow.js';
import { after, changeOf, moveFlows, newAddress, openOwn } from './support/move-flows.js';

const THIEF = lockingBytecodeOf(hashOf(0xee));
const PRODUCTS = ['VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'] as const;

describe.each(PRODUCTS)('a move of %s to another address', (product) => {
  const own = openOwn(product);
  const { recipient, moves, funding } = own;
  const old = lockOf(recipient);
  const asked = changeOf(own, 'ANNOUNCE', old, newAddress);
  const announce = (to: Uint8Array, some = moves) =>
    flowOf('announcement', buildAnnounceMove(some, to, recipient), recipient, asked, [funding]);
  const judge = ({ request, signer }: ReturnType<typeof announce>, effects: readonly AskedEffect[] = asked) =>
    verify(request, signer, { effects });

  it('names the old and the new address, and that nothing else changes', () => {
    const reading = judge(announce(newAddress));
    expect(reading.effects).toEqual(
      asked.map((effect, at) => ({
        ...effect,
        outpoint: `${'fe'.repeat(32)}:${moves[at]?.coin.outpoint.vout ?? 0}`,
        fromHash: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
        toHash: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
        asset: moves[at]?.coin.companion?.category,
        left: moves[at]?.coin.principal,
        moveDelay: moves[at]?.contract.terms.delay,
      })),
    );
    const { sentences, rows } = summarize(reading);
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toContain(addressAt(newAddress));
    expect(sentences[0]).toContain('Nothing else changes.');
    expect(rows).toContainEqual(expect.objectContaining({ label: 'New address', value: addressAt(newAddress) }));
    // What leaves the wallet is the fee, the note, and what the move of each stream will take from its reserve.
    const finishes = moves.reduce((sum, { contract }) => sum + stepFeeOf(contract.terms), 0n);
    expect(reading.lines.map(({ before, after: rest }) => before - rest)).toEqual([
      reading.fee + MOVE_NOTE_SATOSHIS + finishes,
    ]);
  });

  it('is refused to the address of a thief, for fewer or more streams, and beside anything else', () => {
    expect(() => judge(announce(THIEF))).toThrow('differs from what you asked for: to is');
    expect(() => judge(announce(newAddress, moves.slice(0, 2)))).toThrow('does not do what you asked for');
    expect(() => judge(announce(newAddress), asked.slice(1))).toThrow('that you did not ask for: it moves stream');
    expect(() => judge(announce(newAddress), [])).toThrow('that you did not ask for: it moves stream');
  });

  it('is refused where it is undone instead, or undone where it is announced', () => {
    const pending = after(moves, announce(newAddress), 'a1');
    const undo = flowOf('undo', buildAnnounceMove(pending, old, recipient), recipient, asked, [funding]);
    expect(() => judge(undo)).toThrow('move is "UNDO", not "ANNOUNCE"');
    judge(undo, changeOf(own, 'UNDO', old, old));
    expect(() => judge(announce(newAddress), changeOf(own, 'UNDO', old, old))).toThrow('move is "ANNOUNCE"');
    // Another address instead of the old one.
    const other = flowOf('other', buildAnnounceMove(pending, THIEF, recipient), recipient, asked, [funding]);
    expect(() => judge(other, changeOf(own, 'UNDO', old, old))).toThrow('move is "ANNOUNCE"');
  });

  it('is finished for the address that was announced, and refused for any other that its payer names', () => {
    const pending = after(moves, announce(newAddress), 'a1');
    const payer = walletOf(0x2c);
    const finish = flowOf('finish', buildFinishMove(pending, payer), payer, [], [funding]);
    const signer = { ...finish.signer, parties: [old, newAddress, THIEF] };
    verify(finish.request, signer, { effects: changeOf(own, 'FINISH', old, newAddress) });
    for (const effects of [
      changeOf(own, 'FINISH', old, THIEF),
      changeOf(own, 'FINISH', newAddress, old),
      changeOf(own, 'KEEP', old, old),
    ])
      expect(() => verify(finish.request, signer, { effects })).toThrow('differs from what you asked for');
    // The chain has hashes alone: the question names the addresses that they are looked for among.
    verify(finish.request, finish.signer, { effects: changeOf(own, 'FINISH', old, newAddress) });
    expect(() => verify(finish.request, finish.signer, { effects: changeOf(own, 'FINISH', old, THIEF) })).toThrow(
      'differs from what you asked for',
    );
  });

  it('is refused for a wallet that is not the old recipient', () => {
    const { request, signer } = announce(newAddress);
    expect(() => verify(request, { ...signer, own: [THIEF] }, { effects: asked })).toThrow('neither yours nor');
  });
});

it('has a sentence for each step', () => {
  expect(
    moveFlows('VESTING_BCH').map(({ name, request, signer, asked }) => [
      name,
      summarize(verify(request, signer, asked)).sentences,
    ]),
  ).toMatchSnapshot();
});

import { isDeepStrictEqual } from 'node:util';
import { lockingBytecodeOf } from '@weir/covenants';
import { Difference } from '../src/difference.js';
import { type AskedEffect, checkSigned, verify } from '../src/index.js';
import { readDraft } from '../src/reading/read-draft.js';
import { compare } from '../src/verify.js';
import { campaignFlows } from './support/campaign-flows.js';
import { hashOf, transactionOf, withTransaction } from './support/coins.js';
import { addressAt } from './support/flow.js';
import { flows } from './support/flows.js';
import { answerLies } from './support/lies/answer-lies.js';
import { askedLies } from './support/lies/asked-lies.js';
import { liesOf } from './support/lies/lies-of.js';
import { Tally } from './support/lies/tally.js';
import { lockWithReserve } from './support/lock-flows.js';
import { isSigned, isWorthy, signOwn } from './support/network.js';

/** Every lie about every transaction (`npm run lies`), instead of a sample. */
const isComplete = process.env['WEIR_ALL_LIES'] === '1';
/** Lies about each transaction, in a sample. */
const SAMPLE = 8;

const tally = new Tally();
afterAll(() => {
  if (isComplete) console.log(tally.table());
});

/** In a sample one stream of each product stands for its siblings. */
const tried = flows().filter(({ name }) => isComplete || !/ [23]: /.test(name));
const cases = tried.map((flow, number) => [flow.name, flow, number] as const);

/** In a sample of lies those that are tried lie evenly among all, and begin elsewhere for each transaction. */
const sampleOf = <Item>(lies: readonly Item[], number: number, size = SAMPLE): readonly Item[] => {
  const step = Math.ceil(lies.length / size);
  return isComplete ? lies : lies.filter((_, index) => index % step === number % step);
};

describe('verify', () => {
  it.each(cases)('refuses lies about %s', async (_, flow, number) => {
    const believed: string[] = [];
    for (const { kind, name, request, signer = flow.signer } of sampleOf(liesOf(flow), number)) {
      const changed = request();
      if (tally.refuses(kind, () => verify(changed, signer, flow.asked))) continue;
      // The amounts that are spent are the service's word: a signature commits to them, and is worthless otherwise.
      // Of a push nothing is signed, and nothing of the signer's is at stake.
      const isHarmless = kind === 'source output' && (!(await isSigned(flow)) || !(await isWorthy(flow, changed)));
      if (!isHarmless) believed.push(name);
      else tally.worthless();
    }
    expect(believed).toEqual([]);
  });

  it('refuses every transaction that differs in a term from what was asked for', () => {
    const believed = tried.flatMap((flow, number) => {
      const reading = readDraft(flow.request, flow.signer);
      return sampleOf(askedLies(flow), number, 20)
        .filter(({ asked }) => !tally.refuses('term', () => compare(reading, flow.signer.network, asked)))
        .map(({ name }) => `${flow.name}: ${name}`);
    });
    expect(believed).toEqual([]);
  });

  it('refuses an NFT and satoshis beside a payment, unless they were asked for', () => {
    const flow = tried.find(({ name }) => name === 'vault: payment of a whole coin');
    const [spends, pays] = flow?.asked.effects ?? [];
    if (flow === undefined || spends === undefined || pays?.kind !== 'PAYS') throw new Error('There is a payment');
    const { nft, satoshis, ...bare } = pays;
    const reading = readDraft(flow.request, flow.signer);
    for (const unstated of [bare, { ...bare, satoshis }, { ...bare, nft }])
      expect(() => compare(reading, flow.signer.network, { effects: [spends, unstated] })).toThrow('along');
  });

  it('accepts an unstated reserve of a lock only if its payments can use all of it, to the satoshi', () => {
    for (const payments of [1, 12, 40, 64]) {
      const { flow, reserve } = lockWithReserve(payments);
      verify(flow.request, flow.signer, flow.asked);
      const [effect] = flow.asked.effects;
      if (effect?.kind !== 'OPENS_LOCKS') throw new Error('It opens a lock');
      const withReserve = (satoshis: bigint) => ({
        effects: [{ ...effect, locks: effect.locks.map((lock) => ({ ...lock, reserve: satoshis })) }],
      });
      verify(flow.request, flow.signer, withReserve(reserve));
      for (const lie of [-1_500n, -1n, 1n, 1_500n])
        expect(() => verify(flow.request, flow.signer, withReserve(reserve + lie))).toThrow('reserve is');
      // The same transaction with more or less for the lock, and less or more of change.
      for (const moved of [...(payments === 64 ? [1_500n, 1_000_000n] : []), 1n, 750n, -1n]) {
        const transaction = transactionOf(flow.request);
        const at = transaction.outputs.findIndex(({ valueSatoshis }) => valueSatoshis === reserve);
        const change = transaction.outputs.length - 1;
        const outputs = transaction.outputs.map((output, index) => ({
          ...output,
          valueSatoshis: output.valueSatoshis + (index === at ? moved : 0n) - (index === change ? moved : 0n),
        }));
        const request = withTransaction(flow.request, { ...transaction, outputs });
        expect(() => verify(request, flow.signer, flow.asked)).toThrow(Difference);
      }
    }
  });

  it('refuses a vested list, and a claim of it, of another schedule, recipient or amount, and one whose vesting is hidden', () => {
    for (const tokens of [false, true]) {
      const [vested, plain] = [campaignFlows(tokens, true), campaignFlows(tokens)];
      for (const at of [0, 1, 2]) {
        const [flow, other] = [vested[at], plain[at]];
        const [effect] = flow?.asked.effects ?? [];
        const isOfList = effect?.kind === 'OPENS_CAMPAIGN' || effect?.kind === 'CLAIMS_AIRDROP';
        if (flow === undefined || other === undefined || !isOfList || effect.vesting === undefined)
          throw new Error('It is of a vested list');
        const reading = readDraft(flow.request, flow.signer);
        compare(reading, flow.signer.network, flow.asked);
        const { vesting, ...bare } = effect;
        const { start = 0n, cliff = 0n, step = 1n, end = 0n } = vesting;
        const lies: readonly AskedEffect[] = [
          bare,
          ...[
            { start: start - 1n },
            { cliff: cliff - 1n },
            { cliff: start },
            { step: step * 2n },
            { end: end + step },
          ].map((change) => ({ ...effect, vesting: { ...vesting, ...change } })),
          effect.kind === 'CLAIMS_AIRDROP'
            ? { ...effect, recipient: addressAt(lockingBytecodeOf(hashOf(0xee))) }
            : { ...effect, pool: effect.pool + 1n },
          ...(effect.kind === 'CLAIMS_AIRDROP' ? [{ ...effect, amount: effect.amount - 1n }] : []),
        ];
        for (const lie of lies)
          expect(() => compare(reading, flow.signer.network, { effects: [lie] })).toThrow(Difference);
        // A payment at once does not vest, even if vesting was asked for.
        const atOnce = readDraft(other.request, other.signer);
        expect(() => compare(atOnce, other.signer.network, flow.asked)).toThrow(Difference);
      }
    }
  });

  it('refuses every transaction that was asked for by somebody else, or for something else', () => {
    const readings = tried.map((flow) => ({ flow, reading: readDraft(flow.request, flow.signer) }));
    const taken = tried.flatMap((asking) =>
      readings
        .filter(({ flow }) => !isDeepStrictEqual(flow.asked, asking.asked))
        .filter(
          ({ reading }) =>
            !tally.refuses('another transaction', () => compare(reading, asking.signer.network, asking.asked)),
        )
        .map(({ flow }) => `${flow.name} for ${asking.name}`),
    );
    expect(taken).toEqual([]);
  });
});

describe('checkSigned', () => {
  it('accepts what the network takes, and refuses everything else that a wallet may answer', async () => {
    const believed: string[] = [];
    for (const [number, flow] of tried.entries()) {
      const { request, name } = flow;
      expect([name, await isWorthy(flow, request)]).toEqual([name, true]);
      const signed = await signOwn(flow);
      checkSigned(request, signed);
      for (const { name: lie, signedTransaction } of sampleOf(answerLies(signed), number, 4))
        if (!tally.refuses('answer of the wallet', () => checkSigned(request, signedTransaction)))
          believed.push(`${name}: ${lie}`);
    }
    expect(believed).toEqual([]);
  });

  it('refuses other bytes in place of the zeros before the proof of a public claim', async () => {
    const claims = tried.filter(({ name }) => /^public campaign.*: claim$/.test(name));
    expect(claims).toHaveLength(2);
    for (const flow of claims) {
      const lies = answerLies(await signOwn(flow)).filter(({ name }) => /^input 0: byte/.test(name));
      expect(lies.length).toBeGreaterThan(2);
      for (const { signedTransaction } of lies)
        expect(() => checkSigned(flow.request, signedTransaction)).toThrow('calls its contract differently');
    }
  });
});

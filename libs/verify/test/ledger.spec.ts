import { hexToBin, type Output } from '@bitauth/libauth';
import { Difference, verify, type LedgerEntry, type Reading } from '../src/index.js';
import { TOKEN, transactionOf } from './support/coins.js';
import type { Flow } from './support/flow.js';
import { flows } from './support/flows.js';
import { createMover, createRandom, withOutputs, withOwnCoin } from './support/lies/moved-units.js';

/** Lies about each transaction that moves units from one line to another: `npm run lies` makes over 100,000 in all. */
const LIES = Number(process.env['WEIR_LEDGER_LIES'] ?? 8);
const SEED = Number(process.env['WEIR_SEED'] ?? 43);

const all = flows();
const flowsOf = (name: RegExp): readonly Flow[] => {
  const found = all.filter((flow) => name.test(flow.name));
  if (found.length === 0) throw new Error(`No transaction is called ${String(name)}`);
  return found;
};

const read = ({ request, signer, asked }: Flow): Reading => verify(request, signer, asked);

/** What verification says to a lie. */
const verdictOf = ({ signer, asked }: Flow, request: Flow['request']): string => {
  try {
    verify(request, signer, asked);
  } catch (error) {
    if (error instanceof Difference) return error.code;
    throw error;
  }
  return 'SIGNED';
};

const ownOf = ({ signer: { own } }: Flow): Uint8Array => {
  const [first] = own;
  if (first === undefined) throw new Error('The signer has an address');
  return first;
};

const tokenCoin = (amount: bigint): Pick<Output, 'valueSatoshis' | 'token'> => ({
  valueSatoshis: 1_000n,
  token: { category: hexToBin(TOKEN), amount },
});

const entryKey = ({ category = '', nft }: LedgerEntry): string => `${category}/${JSON.stringify(nft ?? '')}`;

describe('the ledger of a valid transaction', () => {
  it.each(all.map((flow) => [flow.name, flow] as const))('gives every unit of %s one owner, and adds up', (_, flow) => {
    const { ledger, lines, vaultLines, fee } = read(flow);
    const sums = new Map<string, bigint>();
    for (const entry of ledger)
      sums.set(
        entryKey(entry),
        (sums.get(entryKey(entry)) ?? 0n) + (entry.side === 'IN' ? entry.amount : -entry.amount),
      );
    expect([...sums.values()].filter((sum) => sum !== 0n)).toEqual([]);
    const { outputs } = transactionOf(flow.request);
    for (const [index, { valueSatoshis, token }] of outputs.entries()) {
      const posted = ledger.filter((entry) => entry.side === 'OUT' && entry.index === index);
      const sumOf = (entries: readonly LedgerEntry[]) => entries.reduce((sum, { amount }) => sum + amount, 0n);
      expect(sumOf(posted.filter(({ category }) => category === undefined))).toBe(valueSatoshis);
      expect(sumOf(posted.filter(({ category, nft }) => category !== undefined && nft === undefined))).toBe(
        token?.amount ?? 0n,
      );
    }
    // What the payer loses is what others get, and the fee.
    const lost = [...lines, ...vaultLines]
      .filter(({ category }) => category === undefined)
      .reduce((sum, { before, after }) => sum + before - after, 0n);
    const others = ledger.filter(
      ({ category, owner }) => category === undefined && owner !== 'SIGNER' && owner !== 'VAULT',
    );
    const got = others.reduce((sum, { side, amount }) => sum + (side === 'OUT' ? amount : -amount), 0n);
    expect(lost).toBe(got);
    expect(ledger.find(({ reason }) => reason === 'FEE')?.amount).toBe(fee);
  });
});

describe('verify', () => {
  it.each(
    flowsOf(
      /^(?:VESTING_TOKEN|RECURRING_TOKEN) \d: (?:PAY|REFUND)$|tokens: (?:claim|close|.*payment)|^vault: payment/,
    ).map((flow) => [flow.name, flow] as const),
  )('refuses to burn tokens of the signer behind those that a contract pays: %s', (_, flow) => {
    const paid = read(flow).ledger.filter(
      ({ side, category, reason }) => side === 'OUT' && category === TOKEN && reason !== 'CHANGE' && reason !== 'HELD',
    );
    const most = paid.reduce((sum, { amount }) => (amount > sum ? amount : sum), 1n);
    for (const amount of [1n, most / 2n + 1n, most, most + 1n])
      expect(verdictOf(flow, withOwnCoin(flow.request, ownOf(flow), tokenCoin(amount)))).not.toBe('SIGNED');
  });

  it.each(
    flowsOf(/_BCH 3: PAY$/)
      .filter((flow) => read(flow).effects.some((effect) => effect.kind === 'MOVES_STREAM' && effect.left === 0n))
      .map((flow) => [flow.name, flow] as const),
  )('refuses a last payment that returns more to the sender than the rest of the reserve: %s', (_, flow) => {
    const { ledger } = read(flow);
    const rest = ledger.find(({ reason, side }) => reason === 'RETURN' && side === 'OUT')?.index;
    const change = ledger.find(({ reason }) => reason === 'CHANGE')?.index;
    const paid = ledger.find(({ reason }) => reason === 'PAYOUT')?.amount ?? 0n;
    if (rest === undefined || change === undefined) throw new Error('It returns a rest, and change');
    for (const amount of [1n, 930n, paid / 2n, paid]) {
      const lie = withOutputs(flow.request, (outputs) =>
        outputs.map((output, index) => ({
          ...output,
          valueSatoshis: output.valueSatoshis + (index === rest ? amount : index === change ? -amount : 0n),
        })),
      );
      expect(verdictOf(flow, lie)).toBe('UNEXPECTED_OUTPUT');
    }
  });

  it.each(flowsOf(/campaign.*: claim(?: paid by a stranger)?$/).map((flow) => [flow.name, flow] as const))(
    'refuses a claim whose payer refills the campaign: %s',
    (_, flow) => {
      const { ledger } = read(flow);
      const paid = ledger.find(({ reason, category }) => reason === 'PAYOUT' && category === undefined)?.amount ?? 0n;
      for (const amount of [1n, paid / 2n, paid]) {
        const more = withOutputs(flow.request, (outputs) =>
          outputs.map((output, index) =>
            index === 0 ? { ...output, valueSatoshis: output.valueSatoshis + amount } : output,
          ),
        );
        const coin = { valueSatoshis: amount };
        expect(verdictOf(flow, withOwnCoin(more, ownOf(flow), coin))).toBe('UNEXPECTED_OUTPUT');
      }
    },
  );

  it.each(
    flows()
      .filter(({ asked }) => asked.effects.some(({ kind }) => kind === 'SPENDS_VAULT'))
      .map((flow) => [flow.name, flow] as const),
  )('refuses coins, tokens and NFTs of a signer that enter the vault: %s', (_, flow) => {
    const own = ownOf(flow);
    const category = hexToBin('cd'.repeat(32));
    const nft = { capability: 'none', commitment: Uint8Array.of(1) } as const;
    const vault = transactionOf(flow.request).outputs[0]?.lockingBytecode ?? own;
    const coins: readonly Pick<Output, 'valueSatoshis' | 'token'>[] = [
      { valueSatoshis: 100_000_000_000n },
      tokenCoin(5n),
      { valueSatoshis: 1_000n, token: { category, amount: 0n, nft } },
    ];
    for (const coin of coins)
      for (const lockingBytecode of [vault, own]) {
        const lie = withOutputs(flow.request, (outputs) => [...outputs, { ...coin, lockingBytecode }]);
        expect(verdictOf(flow, withOwnCoin(lie, own, coin))).toBe('UNEXPECTED_INPUT');
      }
  });

  it.each(all.map((flow, number) => [flow.name, flow, number] as const))(
    'refuses every move of units between lines of %s',
    (_, flow, number) => {
      const lieOf = createMover(flow, read(flow));
      const random = createRandom(SEED * 1_000 + number);
      const believed: string[] = [];
      for (let made = 0; made < LIES;) {
        const lie = lieOf(random);
        if (lie === undefined) continue;
        made += 1;
        if (verdictOf(flow, lie.request) === 'SIGNED') believed.push(lie.name);
      }
      expect(believed).toEqual([]);
    },
  );
});

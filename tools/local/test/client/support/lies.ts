import { createWeir, type Wallet, type Weir } from '@weir/client';
import type { TestWallet } from './fixture.js';

type Json = Readonly<Record<string, unknown>>;

/** One leaf of one answer, changed. */
export interface Lie {
  readonly name: string;
  /** Which of the answers that a run reads. */
  readonly answer: number;
  readonly change: (answer: unknown) => unknown;
}

const HEX = /^(?:[0-9a-f]{2}){4,}$/;
const TYPED = /^<(bigint: |Uint8Array: 0x)(.*?)(n?)>$/;
/** Bits of a transaction that are tried, evenly over all of it. */
const TRANSACTION_BITS = 40;

const flipped = (hex: string, at: number): string => {
  const digit = (Number.parseInt(hex.charAt(at), 16) ^ 1).toString(16);
  return hex.slice(0, at) + digit + hex.slice(at + 1);
};

const otherHex = (hex: string): readonly string[] => {
  const places = hex.length > 400 ? TRANSACTION_BITS : 3;
  const at = Array.from({ length: places }, (_, place) => Math.floor(((hex.length - 1) * place) / (places - 1)));
  return [...at.map((place) => flipped(hex, place)), hex.slice(0, -2)];
};

const otherNumbers = (value: bigint): readonly bigint[] =>
  [value + 1n, value - 1n, value * 2n, value / 2n, 0n].filter(
    (other, at, all) => other !== value && all.indexOf(other) === at,
  );

/** Lists other values of a leaf. @param thief the address that a liar would be paid at */
const otherLeaves = (value: unknown, thief: string): readonly unknown[] => {
  if (value === null) return [thief, 1, '00'];
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? otherNumbers(BigInt(value)).map(Number) : [value * 2];
  if (typeof value !== 'string') return [];
  const [, type, inner = '', suffix = ''] = TYPED.exec(value) ?? [];
  if (type !== undefined)
    return (suffix === 'n' ? otherNumbers(BigInt(inner)).map(String) : otherHex(inner)).map(
      (other) => `<${type}${other}${suffix}>`,
    );
  if (/^\d+$/.test(value) && value.length < 20) return otherNumbers(BigInt(value)).map(String);
  if (HEX.test(value)) return otherHex(value);
  if (/^[a-z]+:[qpzr]/.test(value)) return [thief, value.slice(0, -1)];
  return [`${value} `, ''];
};

/** Lists copies of a value with one leaf changed, or one entry of a list more or less, each with its path. */
const changesOf = (value: unknown, path: string, thief: string): readonly (readonly [string, unknown])[] => {
  if (typeof value !== 'object' || value === null)
    return otherLeaves(value, thief).map((other, at) => [`${path} ${at + 1}`, other] as const);
  const entries = Object.entries(value as Json);
  if (!Array.isArray(value))
    return entries.flatMap(([key, item]) => [
      ...changesOf(item, `${path}.${key}`, thief).map(([at, other]) => [at, { ...value, [key]: other }] as const),
      [`${path}.${key} left out`, Object.fromEntries(entries.filter(([other]) => other !== key))] as const,
    ]);
  const list: readonly unknown[] = value;
  return [
    ...list.flatMap((item, at) =>
      changesOf(item, `${path}[${at}]`, thief).map(([name, other]) => [name, list.with(at, other)] as const),
    ),
    [`${path} without its last`, list.slice(0, -1)],
    [`${path} with its first twice`, [...list.slice(0, 1), ...list]],
    [`${path} turned`, list.toReversed()],
  ];
};

/** What a correct service has signed in a run: transactions and messages. */
const signablesIn = (answer: unknown): readonly string[] => {
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([key, value]) =>
    typeof value === 'string' && (key === 'transaction' || key === 'message') ? [value] : signablesIn(value),
  );
};

/** What became of a lie. */
export type Outcome = 'never sent' | 'not signed' | 'the correct one is signed' | 'signed';

/** A client whose service may send one lie in each run, and a wallet that notes what it is asked, and declines. */
export class LyingService {
  readonly #url: string;
  #answers: unknown[] = [];
  #correct: string[] = [];
  #asked: string[] = [];
  #lie: Lie | undefined;
  #isSent = false;

  constructor(url: string) {
    this.#url = url;
  }

  client(): Weir {
    return createWeir({
      baseUrl: this.#url,
      onReview: () => true,
      fetch: async (request) => {
        const answer = await fetch(request);
        if (!answer.ok || answer.headers.get('content-type')?.includes('json') !== true) return answer;
        const body: unknown = await answer.json();
        const number = this.#answers.push(body) - 1;
        this.#correct.push(...signablesIn(body));
        if (this.#lie?.answer !== number) return Response.json(body, { status: answer.status });
        const lie = this.#lie.change(body);
        this.#isSent = lie !== undefined;
        return Response.json(lie ?? body, { status: answer.status });
      },
    });
  }

  /** A wallet that is asked for nothing but what it should not sign. */
  declining(wallet: TestWallet): Wallet {
    const decline = (asked: string) => {
      this.#asked.push(asked);
      return Promise.reject(Object.assign(new Error('Declined'), { code: 5000 }));
    };
    return {
      ...wallet,
      signTransaction: ({ transaction }) => decline(transaction),
      signMessage: decline,
    };
  }

  /** Runs what would sign, with one lie or none. @returns what was asked of the wallet, and what it should have been */
  async #run(work: () => Promise<unknown>, lie?: Lie) {
    [this.#answers, this.#correct, this.#asked, this.#lie, this.#isSent] = [[], [], [], lie, false];
    await work().catch(() => undefined);
    this.#lie = undefined;
    return { asked: this.#asked, correct: this.#correct, answers: this.#answers };
  }

  /** Lists every lie about the answers of a run. @throws Error where the run without a lie has nothing signed */
  async liesOf(work: () => Promise<unknown>, thief: string): Promise<readonly Lie[]> {
    // Some answers are asked for once in a client's life.
    await this.#run(work);
    const { asked, correct, answers } = await this.#run(work);
    if (asked.length !== 1 || !correct.includes(asked[0] ?? ''))
      throw new Error(`A correct service should be believed: ${asked.length} were signed`);
    return answers.flatMap((answer, number) =>
      changesOf(answer, '', thief).map(([name], at) => ({
        name: `answer ${number}${name}`,
        answer: number,
        // Made again from the answer in that run.
        change: (body: unknown) => changesOf(body, '', thief)[at]?.[1],
      })),
    );
  }

  async outcomeOf(work: () => Promise<unknown>, lie: Lie): Promise<Outcome> {
    const { asked, correct } = await this.#run(work, lie);
    if (!this.#isSent) return 'never sent';
    if (asked.length === 0) return 'not signed';
    return asked.every((one) => correct.includes(one)) ? 'the correct one is signed' : 'signed';
  }
}

import type { Output } from '@bitauth/libauth';
import { at, named32 } from '../../support/bytes.js';
import { coinNamed, FUNDED, payTo } from '../../support/coins.js';
import { accept, judge } from '../../support/judge.js';
import { recipient } from '../../support/parties.js';
import { coinOf, sizeOf, type Coin, type Draft } from '../../support/transaction.js';
import {
  commitmentOf,
  createVault,
  deposit,
  draftSpend,
  movedTo,
  type Pair,
  restOf,
  SIGNERS,
  stateCoin,
  stateOutput,
  stateToken,
  strays,
} from './vault.js';

interface BySigners {
  /** Indexes of signers; the same twice must be refused. */
  readonly one: number;
  readonly other: number;
}

export type VaultStep =
  | { readonly kind: 'deposit'; readonly satoshis: bigint }
  | { readonly kind: 'token'; readonly variety: number }
  | { readonly kind: 'decoy' }
  | (BySigners & {
      readonly kind: 'spend' | 'alone';
      readonly share: number;
      /** Which of the coins, bit by bit. */ readonly coins: number;
    })
  | (BySigners & { readonly kind: 'close' });

const TIP = { ...FUNDED, height: FUNDED.height + 1 };
const FUNDED_WITH = 1_000_000n;

const vault = createVault('trial');
const VARIETIES = strays(vault);

const pairOf = ({ one, other }: BySigners): Pair => [
  at(SIGNERS, Math.min(one, other)),
  at(SIGNERS, Math.max(one, other)),
];
const satoshis = (coins: readonly Coin[]): bigint => coins.reduce((sum, { output }) => sum + output.valueSatoshis, 0n);
const carriesToken = ({ output }: Coin): boolean => output.token !== undefined;
const isHere = ({ lockingBytecode }: Output): boolean =>
  lockingBytecode.toString() === vault.lockingBytecode.toString();

/** A random scenario of a vault on one side, plain numbers on the other. */
export class VaultTrial {
  private state: Coin | undefined = stateCoin(vault, 0, FUNDED_WITH);
  private coins: Coin[] = [];
  private decoys: Coin[] = [];
  private made = 0;
  /** The model: what was put in, paid out and lost to fees, in satoshis; how often the state was spent; tokens here. */
  readonly model = { funded: FUNDED_WITH, paid: 0n, fees: 0n, spends: 0, tokens: 0 };

  step(step: VaultStep): void {
    if (step.kind === 'deposit') this.receive(deposit(vault, this.label(), step.satoshis));
    else if (step.kind === 'token') this.receiveToken(at(VARIETIES, step.variety).output);
    else if (step.kind === 'decoy') this.receiveDecoy();
    else if (step.kind === 'close') this.close(step);
    else if (step.kind === 'spend') this.spend(step, step.share, step.coins);
    else this.spendAlone(step, step.coins);
    this.check();
  }

  private label(): string {
    this.made += 1;
    return `coin ${this.made}`;
  }

  private receive(coin: Coin): void {
    this.coins.push(coin);
    this.model.funded += coin.output.valueSatoshis;
    this.model.tokens += carriesToken(coin) ? 1 : 0;
  }

  /** Each of a category of its own: some hold all the tokens that a category can have. */
  private receiveToken(output: Output): void {
    const category = named32(this.label());
    this.receive(
      coinNamed(this.label(), {
        ...output,
        ...(output.token === undefined ? {} : { token: { ...output.token, category } }),
      }),
    );
  }

  /** Anybody may send an NFT that looks like the state, with any count. */
  private receiveDecoy(): void {
    const token = { ...stateToken(vault, 77), category: named32(this.label()) };
    this.decoys.push(coinNamed(this.label(), { ...stateOutput(vault, 77, 5_000n), token }));
    this.model.funded += 5_000n;
  }

  private chosen(mask: number): Coin[] {
    return this.coins.filter((_, index) => ((mask >> (index % 8)) & 1) === 1);
  }

  /** Sends what two signers agreed on, or sees it refused when they are one. */
  private send(pair: Pair, draft: Draft, record: (fee: bigint) => void): void {
    if (pair[0] === pair[1]) {
      expect(judge(draft, TIP)).toMatchObject({ accepted: false, by: 'script' });
      return;
    }
    const sealed = accept(draft, TIP);
    const spent = new Set(draft.inputs.map(({ coin }) => coin));
    this.coins = this.coins.filter((coin) => !spent.has(coin));
    this.decoys = this.decoys.filter((coin) => !spent.has(coin));
    if (this.state !== undefined && spent.has(this.state)) {
      this.state = isHere(at(draft.outputs, 0)) ? coinOf(sealed, 0) : undefined;
    }
    record(sealed.fee);
  }

  private spend(by: BySigners, share: number, mask: number): void {
    if (this.state === undefined) return;
    const coins = [this.state, ...this.chosen(mask)];
    const tokens = coins.slice(1).filter(carriesToken);
    const free = satoshis(coins) - satoshis(tokens) - 20_000n;
    const amount = (free * BigInt(share)) / 1_000n;
    const paid = [
      ...(amount >= 546n ? [payTo(recipient, amount)] : []),
      ...movedTo(tokens, recipient.lockingBytecode, 0n),
    ];
    if (free < 0n) return;
    const of = (fee: bigint) =>
      draftSpend({
        vault,
        coins,
        outputs: [stateOutput(vault, this.model.spends + 1, restOf(coins, paid, fee)), ...paid],
        pair: pairOf(by),
      });
    this.send(pairOf(by), of(sizeOf(of(0n))), (fee) => {
      this.model.spends += 1;
      this.model.tokens -= tokens.length;
      this.model.paid += paid.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);
      this.model.fees += fee;
    });
  }

  /** Everything of these coins to the recipient, with a coin added for the fee where they have none to spare. */
  private spendAlone(by: BySigners, mask: number): void {
    const coins = this.chosen(mask);
    if (coins.length === 0) return;
    const fuel = deposit(vault, this.label(), 20_000n);
    this.receive(fuel);
    const all = [fuel, ...coins];
    const of = (fee: bigint) =>
      draftSpend({ vault, coins: all, outputs: movedTo(all, recipient.lockingBytecode, fee), pair: pairOf(by) });
    this.send(pairOf(by), of(sizeOf(of(0n))), (fee) => {
      this.model.tokens -= coins.filter(carriesToken).length;
      this.model.paid += satoshis(all) - fee;
      this.model.fees += fee;
    });
  }

  private end(by: BySigners, state: Coin): void {
    const of = (fee: bigint) =>
      draftSpend({
        vault,
        coins: [state],
        outputs: [payTo(recipient, state.output.valueSatoshis - fee)],
        pair: pairOf(by),
      });
    this.send(pairOf(by), of(sizeOf(of(0n))), (fee) => {
      this.model.paid += state.output.valueSatoshis - fee;
      this.model.fees += fee;
    });
  }

  private close(by: BySigners): void {
    if (this.state !== undefined) this.end(by, this.state);
  }

  private check(): void {
    const { funded, paid, fees, spends, tokens } = this.model;
    const here = [...(this.state === undefined ? [] : [this.state]), ...this.coins, ...this.decoys];
    expect(satoshis(here)).toBe(funded - paid - fees);
    expect(this.coins.filter(carriesToken)).toHaveLength(tokens);
    if (this.state !== undefined) expect(this.state.output.token?.nft?.commitment).toEqual(commitmentOf(spends));
  }

  /** From here any two take all of it, whoever is absent. */
  checkProgress(absent: number): void {
    const [one, other] = [0, 1, 2].filter((index) => index !== absent);
    if (one === undefined || other === undefined) throw new RangeError('Two are present');
    const by = { one, other };
    this.spendAlone(by, 255);
    for (const decoy of [...this.decoys]) this.end(by, decoy);
    this.close(by);
    this.check();
    expect([this.state, ...this.coins, ...this.decoys]).toEqual([undefined]);
  }
}

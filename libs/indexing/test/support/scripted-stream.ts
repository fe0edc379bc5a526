import { decodeTransactionCommon, hexToBin, type TransactionCommon } from '@bitauth/libauth';
import {
  buildKeylessTokenVestingPush,
  buildKeylessVestingPush,
  buildTokenVestingCancel,
  buildTokenVestingClaim,
  buildTokenVestingFunding,
  buildTokenVestingRefund,
  buildVestingCancel,
  buildVestingClaim,
  buildVestingFunding,
  buildVestingRefund,
  createVestingContract,
  findTokenVestingDeployment,
  findVestingDeployment,
  readTokenVestingTransition,
  readVestingTransition,
  splitVesting,
  vestingPayout,
  type ClockCoin,
  type KeylessTransaction,
  type TokenVestingCoin,
  type UnsignedTransaction,
  type VestingCoin,
  type VestingFunding,
  type VestingParameters,
} from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import type { BaseParty } from './chain-base.js';

/** A transaction signed beforehand, which a chain accepts once its parents are there. */
export interface Scripted {
  readonly name: string;
  readonly txid: string;
  readonly hex: string;
  /** The scripted transaction it spends; undefined for a funding. */
  readonly parent: string | undefined;
  /** Further scripted transactions it spends: one may move several streams of a plan. */
  readonly besides?: readonly string[];
}

/** Where a stream is after a scripted transaction. */
export interface Moment {
  readonly txid: string;
  readonly coin: VestingCoin | TokenVestingCoin | undefined;
  readonly clock: ClockCoin | undefined;
}

const decode = (hex: string): TransactionCommon => {
  const transaction = decodeTransactionCommon(hexToBin(hex));
  if (typeof transaction === 'string') throw new Error(transaction);
  return transaction;
};

/** A stream whose transactions, rivals among them, are built and signed before any chain sees them. */
export class ScriptedStream {
  readonly all: Scripted[] = [];
  readonly #bch;
  readonly #token;

  constructor(
    readonly name: string,
    readonly parameters: VestingParameters,
    readonly sender: BaseParty,
    readonly recipient: Wallet,
    category?: string,
  ) {
    this.#bch = category === undefined ? createVestingContract(parameters, 'devnet') : undefined;
    this.#token =
      category === undefined
        ? undefined
        : createVestingContract(parameters, 'devnet', { type: 'FUNGIBLE_TOKEN', category });
  }

  get lockingBytecode(): Uint8Array {
    return (this.#bch ?? this.#token)?.lockingBytecode ?? new Uint8Array();
  }

  get address(): string {
    return (this.#bch ?? this.#token)?.address ?? '';
  }

  /** @param payer another one for a twin */
  async fund(payer = this.sender): Promise<Moment> {
    const funds = { hash: payer.wallet.publicKeyHash, coins: payer.coins };
    const tip = { height: 112, medianTimePast: 0 };
    const built: VestingFunding | undefined =
      this.#token === undefined
        ? this.#bch && buildVestingFunding(this.#bch, funds, tip)
        : buildTokenVestingFunding(this.#token, funds, tip);
    if (built?.kind !== 'funding') throw new Error('A base wallet needs no preparation');
    const { txid, transaction } = await this.#sign('fund', undefined, built.transaction, payer.wallet);
    const found =
      this.#token === undefined
        ? this.#bch && findVestingDeployment(this.#bch, txid, transaction)
        : findTokenVestingDeployment(this.#token, txid, transaction);
    if (found?.ok !== true) throw new Error('A scripted funding does not fund');
    return { txid, coin: found.coin, clock: undefined };
  }

  claim(from: Moment, locktime: bigint): Promise<Moment> {
    return this.#move('claim', from, this.#payment(from, locktime, true), this.recipient);
  }

  push(from: Moment, locktime: bigint): Promise<Moment> {
    return this.#move('push', from, this.#payment(from, locktime, false));
  }

  cancel(from: Moment, locktime: bigint): Promise<Moment> {
    const { coin } = from;
    const contract = this.#bch ?? this.#token;
    const split = contract && coin && splitVesting(contract, coin.state, locktime);
    if (coin === undefined || split === undefined) throw new Error('Nothing to cancel');
    const change = {
      txid: this.all[0]?.txid ?? '',
      vout: 0,
      satoshis: decode(this.all[0]?.hex ?? '').outputs[0]?.valueSatoshis ?? 0n,
    };
    const funds = { hash: this.sender.wallet.publicKeyHash, coins: [change] };
    const built =
      'companion' in coin
        ? this.#token && buildTokenVestingCancel(this.#token, coin, split, funds)
        : this.#bch && buildVestingCancel(this.#bch, coin, split, funds);
    return this.#move('cancel', from, built, this.sender.wallet);
  }

  refund(from: Moment): Promise<Moment> {
    const { coin, clock } = from;
    if (coin === undefined || clock === undefined) throw new Error('Nothing to refund');
    const built =
      'companion' in coin
        ? this.#token && buildTokenVestingRefund(this.#token, coin, clock)
        : this.#bch && buildVestingRefund(this.#bch, coin, clock);
    return this.#move('refund', from, built);
  }

  #payment(
    { coin, clock }: Moment,
    locktime: bigint,
    signed: boolean,
  ): UnsignedTransaction | KeylessTransaction | undefined {
    const contract = this.#bch ?? this.#token;
    const payout = contract && coin && vestingPayout(this.parameters.schedule, coin.state, locktime, contract.asset);
    if (coin === undefined || payout === undefined) throw new Error('Nothing is due');
    const funds = { hash: this.recipient.publicKeyHash, coins: [] };
    if ('companion' in coin) {
      const payment = this.#token && { contract: this.#token, coin, clock, payout };
      return payment && (signed ? buildTokenVestingClaim(payment, funds) : buildKeylessTokenVestingPush(payment));
    }
    const payment = this.#bch && { contract: this.#bch, coin, clock, payout };
    return payment && (signed ? buildVestingClaim(payment, funds) : buildKeylessVestingPush(payment));
  }

  async #move(
    kind: string,
    from: Moment,
    built: UnsignedTransaction | KeylessTransaction | undefined,
    signer?: Wallet,
  ): Promise<Moment> {
    if (built === undefined || from.coin === undefined) throw new Error(`No ${kind} is possible`);
    const { txid, transaction } = await this.#sign(kind, from.txid, built, signer);
    const read =
      'companion' in from.coin
        ? this.#token && readTokenVestingTransition(this.#token, from.coin, txid, transaction)
        : this.#bch && readVestingTransition(this.#bch, from.coin, txid, transaction);
    if (read === undefined) throw new Error(`A scripted ${kind} moves nothing`);
    return { txid, coin: read.next, clock: read.clock ?? from.clock };
  }

  async #sign(
    kind: string,
    parent: string | undefined,
    built: UnsignedTransaction | KeylessTransaction,
    signer?: Wallet,
  ) {
    const hex =
      'wcTransaction' in built
        ? (await signer?.signTransaction({ ...built.wcTransaction, broadcast: false }))?.signedTransaction
        : built.hex;
    if (hex === undefined) throw new Error('Nobody signed');
    const txid =
      'txid' in built
        ? built.txid
        : (await signer?.signTransaction({ ...built.wcTransaction, broadcast: false }))?.signedTransactionHash;
    this.all.push({ name: `${kind} of ${this.name}`, txid: txid ?? '', hex, parent });
    return { txid: txid ?? '', transaction: decode(hex) };
  }
}

import { binToHex, hexToBin, type Output } from '@bitauth/libauth';
import type { WcTransaction } from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import { type CreateCampaignInput, createVaultsService, type CreateStreamInput } from '../../../src/index.js';
import type { CampaignBed } from '../campaign-bed.js';
import { DAY } from '../testbed.js';
import { toSign } from '../to-sign.js';
import { vaultContextOf } from '../vault-bed.js';
import { firstOf, newCoin, scriptOf, spend } from './craft.js';

const COIN = 100_000_000n;
/** Units of a token that a product is made for. */
const UNITS = 120_000n;
/** Coins of as many that a stranger has. */
const STRANGERS = 20;

/** Something that waits for its funding. */
export interface Fundable {
  readonly owner: Wallet;
  /** The transaction to sign. @throws ServiceError */
  ask(): Promise<WcTransaction>;
  /** What confirm-funding says. @returns the status then */
  confirm(txHash: string): Promise<string>;
  /** What its record says of who paid; absent where records say nothing. */
  readonly paidByOwner?: () => Promise<boolean | null>;
  /** Category of the token it holds; undefined where it holds BCH. */
  readonly category: string | undefined;
}

/** One kind of it, with a wallet of its own, and the wallet of somebody who has the same tokens. */
export interface FundableKind {
  readonly name: string;
  /** Fungible units of a sound state. */
  readonly units: bigint;
  /** Satoshis of the least sound state, those of the builder's own (`all`); 0n where any will do. */
  readonly least: bigint | 'all';
  readonly inTokens: boolean;
  /** Whether its funding announces all there is to know of it. */
  readonly isPlan: boolean;
  open(bed: CampaignBed, stranger: Wallet): Promise<Fundable>;
}

/** Makes a token: one coin of it for the owner, more for the stranger. @returns its category */
const shareTokens = async (bed: CampaignBed, owner: Wallet, stranger: Wallet): Promise<string> => {
  const { category, transaction } = bed.node.mint(binToHex(scriptOf(owner)), { amount: BigInt(STRANGERS + 1) * UNITS });
  const output = (wallet: Wallet): Output => ({
    lockingBytecode: scriptOf(wallet),
    valueSatoshis: 1_000n,
    token: { category: hexToBin(category), amount: UNITS },
  });
  const coins = [firstOf(transaction), newCoin(bed.node, owner, 100_000n)];
  await spend(bed.node, owner, coins, [output(owner), ...Array.from({ length: STRANGERS }, () => output(stranger))]);
  bed.node.mine();
  return category;
};

type Endow = (bed: CampaignBed, owner: Wallet, stranger: Wallet) => Promise<Terms>;

interface Terms {
  readonly asset: Pick<CreateStreamInput, 'tokenType' | 'tokenCategory'>;
  readonly category: string | undefined;
}

const bch: Endow = () => Promise.resolve({ asset: {}, category: undefined });

const tokens: Endow = async (bed, owner, stranger) => {
  const category = await shareTokens(bed, owner, stranger);
  return { asset: { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category }, category };
};

/** Something new of a product, without its owner and its token. */
type Made = Omit<Fundable, 'owner' | 'category'>;

/** A kind in BCH or a token. @param make creates one for an owner who has what it needs */
const kind = (
  facts: Omit<FundableKind, 'inTokens' | 'open'>,
  endow: Endow,
  make: (bed: CampaignBed, owner: Wallet, asset: Terms['asset']) => Promise<Made>,
): FundableKind => ({
  ...facts,
  inTokens: endow === tokens,
  async open(bed, stranger) {
    const owner = bed.wallet(2n * COIN);
    const { asset, category } = await endow(bed, owner, stranger);
    return { owner, category, ...(await make(bed, owner, asset)) };
  },
});

const stream = (name: string, endow: Endow, totalAmount: string, least: bigint | 'all'): FundableKind =>
  kind({ name, units: 1n, least, isPlan: true }, endow, async ({ streams, ...bed }, owner, asset) => {
    const startTime = bed.node.tip.medianTimePast;
    const terms = { streamType: 'LINEAR', startTime, endTime: startTime + DAY, totalAmount } as const;
    const input = { ...asset, ...terms, recipient: bed.wallet().address };
    const { id } = (await streams.create(input, owner.address)).stream;
    return {
      ask: async () => toSign(await streams.fundingInfo(id)),
      confirm: async (txHash) => (await streams.confirmFunding(id, txHash)).stream.status,
      paidByOwner: async () => (await streams.get(id)).stream.fundedBySender,
    };
  });

const payment = (name: string, endow: Endow, amountPerPeriod: string, least: bigint | 'all'): FundableKind =>
  kind({ name, units: 1n, least, isPlan: true }, endow, async ({ payments, ...bed }, owner, asset) => {
    const startDate = bed.node.tip.medianTimePast + DAY;
    const terms = { interval: 'DAILY', startDate, amountPerPeriod } as const;
    const input = { ...asset, ...terms, recipient: bed.wallet().address };
    const { id } = (await payments.create(input, owner.address)).payment;
    return {
      ask: async () => toSign(await payments.fundingInfo(id)),
      confirm: async (txHash) => (await payments.confirmFunding(id, txHash)).payment.status,
      paidByOwner: async () => (await payments.get(id)).payment.fundedBySender,
    };
  });

const airdrop = (
  name: string,
  endow: Endow,
  terms: Pick<CreateCampaignInput, 'totalAmount' | 'amountPerClaim' | 'requireKyc' | 'lanes'>,
  least: bigint | 'all',
): FundableKind =>
  kind({ name, units: 0n, least, isPlan: false }, endow, async ({ airdrops, ...bed }, owner, asset) => {
    const { id } = (await airdrops.create({ title: name, ...asset, ...terms }, owner.address)).campaign;
    if (terms.requireKyc === true) {
      const recipients = Array.from({ length: 4 }, () => ({ address: bed.wallet().address, amount: '0.0025' }));
      await airdrops.generateMerkle(id, { kind: 'recipients', batches: [recipients] }, owner.address);
    }
    return {
      ask: async () => toSign(await airdrops.fundingInfo(id)),
      confirm: async (txHash) => (await airdrops.confirmFunding(id, txHash)).campaign.status,
      paidByOwner: async () => (await airdrops.get(id, {}, undefined)).campaign.fundedByCreator,
    };
  });

const vault: FundableKind = {
  name: 'a vault',
  units: 0n,
  least: 0n,
  inTokens: false,
  isPlan: false,
  async open(bed) {
    const owner = bed.wallet(2n * COIN);
    const context = vaultContextOf(bed);
    const vaults = createVaultsService(context);
    const signers = [bed.wallet(), bed.wallet(), bed.wallet()];
    const input = {
      name: 'Treasury',
      signers: signers.map(({ address }) => address),
      signerPubkeys: signers.map(({ publicKeyHex }) => publicKeyHex),
      totalDeposit: 1,
    };
    const { id } = await vaults.create(input, owner.address);
    return {
      owner,
      category: undefined,
      ask: async () => toSign(await vaults.deposit(id, owner.address)),
      async confirm(txid) {
        const outputs = bed.node.transaction(txid)?.outputs ?? [];
        const lockingBytecode = (await context.vaults.findById(id))?.lockingBytecode;
        const paid = outputs
          .filter((output) => output.lockingBytecode === lockingBytecode)
          .reduce((sum, { satoshis }) => sum + satoshis, 0n);
        const amount = `${paid / COIN}.${(paid % COIN).toString().padStart(8, '0')}`;
        return (await vaults.updateBalance(id, { txid, amount }, owner.address)).status;
      },
    };
  },
};

/** All that the service lets people fund. */
export const FUNDABLE: readonly FundableKind[] = [
  stream('a stream of BCH', bch, '1', 'all'),
  stream('a stream of tokens', tokens, UNITS.toString(), 2_050n),
  payment('a payment of BCH', bch, '0.05', 'all'),
  payment('a payment of tokens', tokens, (UNITS / 12n).toString(), 2_150n),
  airdrop('an airdrop of BCH', bch, { totalAmount: '0.01', amountPerClaim: '0.0001' }, 'all'),
  airdrop('an airdrop of tokens', tokens, { totalAmount: UNITS.toString(), amountPerClaim: '120' }, 'all'),
  airdrop('an airdrop for a list', bch, { totalAmount: '0.01', requireKyc: true, lanes: 2 }, 'all'),
  vault,
];

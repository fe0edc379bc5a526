import type { CampaignTerms, PaymentTerms, StreamTerms, VaultTerms } from '@weir/client';
import type { Creates, Depositable, Executable, Fundable, Listable } from '@weir/lives';
import type { Wallet } from '@weir/wallet';
import type {
  AirdropsService,
  CreatePaymentInput,
  CreateStreamInput,
  PaymentsService,
  StreamsService,
  VaultsService,
} from '../../src/index.js';
import { formatBch } from '../../src/shared/amounts.js';
import { payFirstDeposit, toSign } from './to-sign.js';

/** Writes amounts in base units as requests do: decimal BCH, or whole units of tokens. */
const asInput = (terms: object): object => {
  const isToken = 'tokenType' in terms && terms.tokenType === 'FUNGIBLE_TOKEN';
  const text = (base: bigint): string => (isToken ? base.toString() : formatBch(base));
  return Object.fromEntries(
    Object.entries(terms).map(([name, value]) => [name, typeof value === 'bigint' ? text(value) : (value as unknown)]),
  );
};

/** Signs the funding of a record, and sends it. @returns the hash */
const pay = async (payer: Wallet, funding: Promise<Parameters<typeof toSign>[0]>): Promise<string> =>
  (await payer.signTransaction(toSign(await funding))).signedTransactionHash;

/** Streams of the services, as lives create them. */
export const streamRecords = (streams: StreamsService): Creates<StreamTerms, Fundable> => ({
  async create(terms, sender) {
    const { id } = (await streams.create(asInput(terms) as CreateStreamInput, sender.address)).stream;
    return {
      id,
      fund: async (payer) => streams.confirmFunding(id, await pay(payer, streams.fundingInfo(id))),
    };
  },
});

/** The same of payments. */
export const paymentRecords = (payments: PaymentsService): Creates<PaymentTerms, Fundable> => ({
  async create(terms, sender) {
    const { id } = (await payments.create(asInput(terms) as CreatePaymentInput, sender.address)).payment;
    return {
      id,
      fund: async (payer) => payments.confirmFunding(id, await pay(payer, payments.fundingInfo(id))),
    };
  },
});

/** The same of campaigns. */
export const campaignRecords = (airdrops: AirdropsService): Creates<CampaignTerms, Listable> => ({
  async create(terms, creator) {
    const { id } = (await airdrops.create(asInput(terms) as Parameters<AirdropsService['create']>[0], creator.address))
      .campaign;
    return {
      id,
      async generateList(rows, owner) {
        const list = rows.map(({ address, amount }) => `${address},${formatBch(amount)}\n`).join('');
        return airdrops.generateMerkle(id, { kind: 'csv', pieces: [Buffer.from(list)] }, owner.address);
      },
      fund: async (payer) => airdrops.confirmFunding(id, await pay(payer, airdrops.fundingInfo(id))),
    };
  },
});

/** A vault whose first deposit resolves to its hash. */
interface ServiceVault extends Depositable {
  deposit(creator: Wallet): Promise<string>;
}

/** The same of vaults. Their first deposit is not reported yet. */
export const vaultRecords = (vaults: VaultsService): Creates<VaultTerms, ServiceVault> => ({
  async create(terms, creator) {
    const { id } = await vaults.create(asInput(terms) as Parameters<VaultsService['create']>[0], creator.address);
    return { id, deposit: (owner) => payFirstDeposit(vaults, id, owner) };
  },
});

/** A stored proposal. `execute` resolves to the transaction that two have signed, hex. */
export const proposalRecord = (vaults: VaultsService, id: string): Executable<string> => ({
  async approve(signer) {
    const { wcTransaction } = await vaults.approve(id, signer.address);
    const { signedTransaction } = await signer.signTransaction({ ...wcTransaction, broadcast: false });
    await vaults.submitSignature(id, signedTransaction, signer.address);
  },
  execute: async (signer) => (await vaults.execute(id, signer.address)).txHex,
});

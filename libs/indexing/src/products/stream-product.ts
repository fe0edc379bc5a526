import type { TransactionCommon } from '@bitauth/libauth';
import { type ContractState, isLocalNetwork, type Network, type Party } from '@weir/covenants';
import type { StoredPlan } from '@weir/infra';
import { decodedOnce } from './decoded-once.js';
import { deploymentsOf } from './followed-stream.js';
import { problemsInWords } from './funding-problems.js';
import type { Announced, Product, ProductContract, ProductTerms, StoredTerms } from './product.types.js';

/** A stream as its funding opens it. */
interface FoundStream<Contract, Opening> {
  readonly contract: Contract;
  readonly opening: Opening;
  /** 1 to 32,767, unique in its funding. */
  readonly index: number;
}

/** The streams that a funding opens, or what is wrong with it. */
type Found<Contract, Opening> =
  | {
      readonly ok: true;
      readonly deployments: readonly {
        readonly stream: FoundStream<Contract, Opening>;
        readonly state: ContractState;
      }[];
    }
  | { readonly ok: false; readonly problems: Parameters<typeof problemsInWords>[0] };

/** What is of one kind of plan, in seconds or by the calendar. */
interface StreamFormat<Terms, Contract, Opening> {
  /** Reads an announcement; undefined for bytes of another kind. @param local whether the shortest notices are allowed */
  readonly decode: (bytecode: Uint8Array, local: boolean) => Terms | undefined;
  readonly productName: (terms: Terms) => string;
  readonly familyOf: (terms: Terms) => ProductTerms['family'];
  /** Creates the contracts of its groups, in their order. */
  readonly contracts: (terms: Terms, network: Network) => readonly Contract[];
  readonly find: (network: Network, txid: string, transaction: TransactionCommon) => Found<Contract, Opening>;
  /** Restores what the funding fixes for a stream. @throws Error where the row is not one of such a plan */
  readonly openingOf: (stored: StoredTerms) => Opening;
  /** What rows keep of an opening, beside its place and its commitment. */
  readonly kept: (opening: Opening) => Pick<StoredPlan, 'tranches'>;
  readonly streamTerms: (terms: Terms, opening: Opening, plan: StoredPlan) => ProductTerms;
  readonly openStream: (contract: Contract, opening: Opening, plan: StoredPlan) => ProductContract;
}

/** Makes the product of a kind of plan: one announcement opens many streams, and each has its own row, since each moves on its own. */
export const streamProduct = <
  Terms extends { readonly sender: Party },
  Contract extends { readonly address: string; readonly lockingBytecode: Uint8Array },
  Opening extends { readonly category: string; readonly commitment: string },
>({
  decode,
  productName,
  familyOf,
  contracts: contractsOf,
  find,
  openingOf,
  kept,
  streamTerms,
  openStream,
}: StreamFormat<Terms, Contract, Opening>): Product => {
  // The shortest notice that the network permits was checked when the plan was found.
  const decoded = decodedOnce((bytecode) => decode(bytecode, true));
  const announced = (terms: Terms, network: Network): Announced => {
    const contracts = contractsOf(terms, network);
    return {
      product: productName(terms),
      family: familyOf(terms),
      sender: terms.sender,
      recipient: null,
      address: contracts[0]?.address ?? '',
      lockingBytecodes: contracts.map(({ lockingBytecode }) => lockingBytecode),
      findDeployments(txid, transaction) {
        const found = find(network, txid, transaction);
        if (!found.ok) return { ok: false, problems: problemsInWords(found.problems) };
        return deploymentsOf(
          contracts,
          found.deployments,
          transaction.locktime,
          (contract, { opening, index }, group) => {
            const { category, commitment } = opening;
            return openStream(contract, opening, { category, index, group, commitment, ...kept(opening) });
          },
        );
      },
      contractOf(stored) {
        const opening = openingOf(stored);
        const contract = stored.plan === null ? undefined : contracts[stored.plan.group];
        if (stored.plan === null || contract === undefined) throw new Error('A stored plan has no such group');
        return openStream(contract, opening, stored.plan);
      },
    };
  };
  return {
    readTerms(bytecode, stored) {
      const terms = decoded(bytecode);
      if (terms === undefined || stored.plan === null) return undefined;
      return streamTerms(terms, openingOf(stored), stored.plan);
    },
    open(bytecode, network) {
      const terms = decode(bytecode, isLocalNetwork(network));
      return terms && announced(terms, network);
    },
  };
};

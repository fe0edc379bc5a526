import type { TransactionCommon } from '@bitauth/libauth';
import {
  createPlanContracts,
  createPlanStream,
  decodePlanAnnouncement,
  findPlanDeployments,
  isLocalNetwork,
  type Network,
  type PlanContract,
  type PlanDeployments,
  type PlanOpening,
  type PlanTerms,
} from '@weir/covenants';
import type { StoredPlan } from '@weir/infra';
import { followedStream, fundingStep } from './followed-stream.js';
import { openingOfStored, planFamily, planProductName, planStreamTerms, rulesOf } from './plan-stream-terms.js';
import type { Announced, DeploymentsFound, Product, ProductContract } from './product.types.js';

/** A stream of a plan as the indexer follows it. */
const openStream = (contract: PlanContract, opening: PlanOpening, plan: StoredPlan): ProductContract =>
  followedStream(createPlanStream(contract, opening), planStreamTerms(contract, opening, plan), plan);

/** The verifier's reasons, each with its output. */
const inWords = ({ problems }: Extract<PlanDeployments, { readonly ok: false }>): string[] =>
  problems.map(({ problem, vout }) => (vout === undefined ? problem : `${problem} at output ${vout}`));

const MAX_REASONS = 20;

const findDeployments = (
  contracts: readonly PlanContract[],
  network: Network,
  txid: string,
  transaction: TransactionCommon,
): DeploymentsFound => {
  const found = findPlanDeployments(network, txid, transaction);
  // A thousand unsound outputs need no thousand reasons.
  if (!found.ok) return { ok: false, problems: inWords(found).slice(0, MAX_REASONS) };
  const deployments = found.deployments.flatMap(({ stream: { contract: theirs, opening, index }, state }) => {
    const group = contracts.findIndex(({ address }) => address === theirs.address);
    const contract = contracts[group];
    if (contract === undefined) return [];
    const plan = { category: opening.category, index, group, commitment: opening.commitment };
    return [
      {
        contract: openStream(contract, opening, plan),
        step: fundingStep(state, transaction.locktime),
        vout: state.outpoint.vout,
      },
    ];
  });
  return { ok: true, deployments };
};

const open = (terms: PlanTerms, network: Network): Announced => {
  const contracts = createPlanContracts(terms, network);
  return {
    product: planProductName(terms),
    family: planFamily(terms),
    sender: terms.sender,
    recipient: null,
    address: contracts[0]?.address ?? '',
    lockingBytecodes: contracts.map(({ lockingBytecode }) => lockingBytecode),
    findDeployments: (txid, transaction) => findDeployments(contracts, network, txid, transaction),
    contractOf(stored) {
      const opening = openingOfStored(stored);
      const contract = stored.plan === null ? undefined : contracts[stored.plan.group];
      if (stored.plan === null || contract === undefined) throw new Error('A stored plan has no such group');
      return openStream(contract, opening, stored.plan);
    },
  };
};

/** Plans: one announcement, a row for each stream, since each goes its own way from the funding on. */
export const planProduct: Product = {
  readTerms(bytecode, stored) {
    // Whether its network may have so short a notice was asked when it was found.
    const terms = decodePlanAnnouncement(bytecode, true);
    if (terms === undefined || stored.plan === null) return undefined;
    return planStreamTerms(rulesOf(terms, stored.plan), openingOfStored(stored), stored.plan);
  },
  open(bytecode, network) {
    const terms = decodePlanAnnouncement(bytecode, isLocalNetwork(network));
    return terms && open(terms, network);
  },
};

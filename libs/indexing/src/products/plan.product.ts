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

/** Wraps a stream of a plan as a contract that the indexer follows. */
const openStream = (contract: PlanContract, opening: PlanOpening, plan: StoredPlan): ProductContract =>
  followedStream(createPlanStream(contract, opening), planStreamTerms(contract, opening, plan), plan);

/** Formats the problems of a funding, each with its output. */
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
  // A forged funding can have a thousand bad outputs: a few reasons are enough.
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

/** Plans: one announcement opens many streams. Each has its own row, since each moves on its own after the funding. */
export const planProduct: Product = {
  readTerms(bytecode, stored) {
    // The shortest notice that the network permits was checked when the plan was found.
    const terms = decodePlanAnnouncement(bytecode, true);
    if (terms === undefined || stored.plan === null) return undefined;
    return planStreamTerms(rulesOf(terms, stored.plan), openingOfStored(stored), stored.plan);
  },
  open(bytecode, network) {
    const terms = decodePlanAnnouncement(bytecode, isLocalNetwork(network));
    return terms && open(terms, network);
  },
};

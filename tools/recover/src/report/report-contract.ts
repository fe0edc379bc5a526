import { binsAreEqual } from '@bitauth/libauth';
import { outpointKey, partyParts, usableLocktime, type Party } from '@weir/covenants';
import type { RecoverContext } from '../chain/open-chain.js';
import { type Role, rolesOf } from '../find/find-by-holder.js';
import { addressNow, type Instance, type ScriptContracts, stateOutpoints } from '../find/instance.js';
import { reportAirdrop } from './report-airdrop.js';
import { reportLock } from './report-lock.js';
import { type ContractReport, reportTwoParty, type Surroundings } from './report-two-party.js';
import { recipientsNow } from './running-move.js';

/**
 * Reads the tip of the chain.
 * @throws ChainUnavailableError
 */
export const surroundings = async (
  { coins }: Pick<ScriptContracts, 'coins'>,
  { chain }: RecoverContext,
): Promise<Surroundings> => {
  const tip = await chain.tip();
  return { tip, time: usableLocktime(tip), coins };
};

/** The party a report is written for. */
export interface Reader {
  /** Their locking bytecode. */
  readonly party: Party;
  /** Whether they named this contract as one they may claim from. */
  readonly claims: boolean;
  readonly csv: Uint8Array | undefined;
}

/** Siblings of one funding share an address; what another funding made there is a twin. */
const twinRemark = ({ funding }: Instance, { instances: [first] }: ScriptContracts): string[] =>
  first !== undefined && first.funding.txid !== funding.txid
    ? [`The address was funded more than once: this is a deployment of its own beside ${outpointKey(first.funding)}`]
    : [];

/** Returns the roles that a contract gives a locking bytecode now; empty if it is not a party. */
export const rolesIn = (instance: Instance, holder: Party): Role[] => {
  const { terms } = instance.contract;
  const { recipient, movesTo } = recipientsNow(instance);
  const roles = rolesOf({ ...terms, recipient }, holder);
  const isOpenings = terms.recipient !== null && binsAreEqual(terms.recipient, holder);
  return [
    ...roles,
    ...(movesTo !== undefined && binsAreEqual(movesTo, holder) && !roles.includes('recipient')
      ? ['new recipient' as const]
      : []),
    ...(isOpenings && !roles.includes('recipient') ? ['former recipient' as const] : []),
  ];
};

/**
 * Reports what a contract has for a party.
 *
 * @throws RecoverError USAGE if a list is given that is not the campaign's
 */
export const reportContract = (
  instance: Instance,
  script: ScriptContracts,
  { party, claims, csv }: Reader,
  around: Surroundings,
): ContractReport => {
  const { contract, head, steps } = instance;
  const { terms } = contract;
  const roles = rolesIn(instance, party);
  const claimer = partyParts(party);
  const { model } = contract;
  const part =
    model.kind === 'airdrop'
      ? reportAirdrop(
          instance,
          model.contract,
          roles,
          claims && claimer?.kind === 'P2PKH' ? { hash: claimer.hash, csv } : undefined,
          around,
        )
      : {
          roles,
          ...(model.kind === 'lock'
            ? reportLock(instance, model.contract, roles, around)
            : reportTwoParty(instance, model.contract, roles, around)),
        };
  return {
    contractAddress: addressNow(instance),
    funding: outpointKey(instance.funding),
    product: terms.product,
    sender: terms.sender,
    recipient: recipientsNow(instance).recipient,
    move: null,
    status: head.status,
    ended: head.state === null,
    tokenCategory: terms.tokenCategory,
    funded: terms.total,
    paid: head.releasedAmount,
    states: stateOutpoints(instance).map(outpointKey),
    confirmations: steps.at(-1)?.transaction.confirmations ?? 0,
    ...part,
    remarks: [...twinRemark(instance, script), ...part.remarks],
  };
};

/** Compares reports by interest: those that can be acted on come first, those that have ended last. */
export const byInterest = (a: ContractReport, b: ContractReport): number => {
  const rank = ({ ended, due, actions }: ContractReport): number =>
    ended ? 3 : due > 0n ? 0 : actions.length > 0 ? 1 : 2;
  return rank(a) - rank(b) || a.funding.localeCompare(b.funding);
};

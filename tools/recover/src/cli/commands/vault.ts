import { binsAreEqual } from '@bitauth/libauth';
import {
  addressOf,
  airdropClosableFrom,
  type AirdropContract,
  type BuildOptions,
  encodeWcTransaction,
  type FoundPurse,
  proposeAirdropClose,
  proposePurses,
  recoveryGuardianRequest,
  recoverySigningRequest,
} from '@weir/covenants';
import { prepareAddressMoves } from '../../build/build-address-moves.js';
import { prepareMoves } from '../../build/build-moves.js';
import type { RecoverContext } from '../../chain/open-chain.js';
import { findMovable, findPlanStreams, findTarget } from '../../find/find-targets.js';
import type { Instance } from '../../find/instance.js';
import { notPossible, usage } from '../../recover-error.js';
import { surroundings } from '../../report/report-contract.js';
import { decodeProposalFile, encodeRecoveryFile, isRecovery, join } from '../../vault/proposal-file.js';
import { propose, proposeOf, toSign, type Proposed } from '../../vault/propose.js';
import { purseFacts, pursesIn, readPurse } from '../../vault/purses.js';
import { type FoundVault, readVault } from '../../vault/read-vault.js';
import { buildRecoveryStep, proposeEnd, proposeExchange } from '../../vault/rosters.js';
import type { Answer, Io, Settings, VaultTask } from '../command.types.js';
import { showTransaction, showVault, transactionJson } from '../show.js';
import { sendAll } from './build.js';
import { parseHolder } from './list.js';
import { purseText } from './purse.js';

/** A proposal, and what else the user should know. */
interface Shown extends Proposed {
  /** Scripts that hold the contracts it acts on. */
  readonly scripts: readonly Uint8Array[];
  readonly remarks: readonly string[];
}

/** The name of a stream: a funding's txid or one of its outpoints. Campaigns are named by their address instead. */
const TRANSACTION = /^[0-9a-f]{64}(?::\d+)?$/iu;

/** Returns the address of the campaign if exactly one campaign is named. */
const findCampaign = async (
  { move, contracts, all }: VaultTask & { name: 'vault-move' },
  context: RecoverContext,
): Promise<{ readonly contract: AirdropContract; readonly instance: Instance } | undefined> => {
  const [named, ...others] = contracts;
  if (move !== 'cancel' || all || named === undefined || others.length > 0 || TRANSACTION.test(named)) return undefined;
  const { instance } = await findTarget(named, context);
  const { model } = instance.contract;
  return model.kind === 'airdrop' ? { contract: model.contract, instance } : undefined;
};

/**
 * Proposes the close of a campaign.
 * @throws RecoverError NOT_POSSIBLE if the vault is not its creator, or may not close it yet
 */
const proposeClosing = async (
  found: FoundVault,
  { contract, instance }: NonNullable<Awaited<ReturnType<typeof findCampaign>>>,
  context: RecoverContext,
  options: BuildOptions,
): Promise<Shown> => {
  if (!binsAreEqual(contract.creator, found.contract.lockingBytecode))
    throw notPossible('The creator of this campaign is not this vault: it has no closing unit');
  const { state } = instance.head;
  if (state === null) throw notPossible('All lanes of the campaign are closed');
  const from = airdropClosableFrom(contract.parameters);
  const { time } = await surroundings({ coins: [] }, context);
  return {
    ...proposeOf(found, (holdings) => proposeAirdropClose(found.contract, holdings, state.category, options)),
    scripts: [],
    remarks: [
      'It hands over the closing unit: once it is sent, anybody closes the lanes by build --action close',
      ...(time < from ? [`They can be closed from ${new Date(Number(from) * 1000).toISOString()} on`] : []),
    ],
  };
};

/**
 * Proposes an action on streams of plans.
 * @throws RecoverError NOT_POSSIBLE if the streams have another sender
 */
const proposeMove = async (
  found: FoundVault,
  task: VaultTask & { name: 'vault-move' },
  context: RecoverContext,
  options: BuildOptions,
): Promise<Shown> => {
  const { move, contracts, all } = task;
  const campaign = await findCampaign(task, context);
  if (campaign !== undefined) return proposeClosing(found, campaign, context, options);
  const streams = await findPlanStreams({ contracts, all }, context);
  if (streams.some(({ stream }) => !binsAreEqual(stream.sender, found.contract.lockingBytecode)))
    throw notPossible('The sender of these streams is not this vault: the covenants would not let it move them');
  const { time } = await surroundings({ coins: [] }, context);
  const moves = prepareMoves(streams, move, { all }, time);
  return {
    ...proposeOf(found, (holdings) => moves.propose(found.contract, holdings, options)),
    scripts: moves.streams.flatMap(({ stream }) => stream.scripts),
    remarks: moves.remarks,
  };
};

/**
 * Proposes that streams and locks which the vault receives pay another address, or that they stay with the vault after all.
 * @throws RecoverError NOT_POSSIBLE if one has another recipient, or cannot move
 */
const proposeAnnounced = async (
  found: FoundVault,
  { to: named, contracts, all }: VaultTask & { name: 'vault-announce' },
  context: RecoverContext,
  options: BuildOptions,
): Promise<Shown> => {
  const { contract } = found;
  const to = named === undefined ? undefined : parseHolder(named, context);
  const movable = await findMovable({ contracts, all }, context);
  const { tip } = await surroundings({ coins: [] }, context);
  const step = to === undefined ? 'undo' : 'announce';
  const moves = prepareAddressMoves(movable, step, { all }, tip, contract.lockingBytecode);
  return {
    ...proposeOf(found, (holdings) => moves.propose(contract, holdings, to, options)),
    scripts: moves.scriptsFor(to),
    remarks: moves.remarks,
  };
};

/**
 * Proposes to take purses back.
 * @throws RecoverError NOT_POSSIBLE if one is over, or not the vault's
 */
const proposeRecall = async (
  found: FoundVault,
  { purses }: VaultTask & { name: 'vault-recall' },
  context: RecoverContext,
  options: BuildOptions,
): Promise<Shown> => {
  const recalled: FoundPurse[] = [];
  for (const named of purses) {
    const { now, status } = await readPurse(named, context);
    if (now === undefined) throw notPossible(`The purse ${named} is ${status}`);
    if (!binsAreEqual(now.contract.terms.owner, found.contract.lockingBytecode))
      throw notPossible(`The purse ${named} is not of this vault`);
    recalled.push(now);
  }
  return {
    ...proposeOf(found, (holdings) => proposePurses(found.contract, holdings, { recalled }, options)),
    scripts: recalled.map(({ contract }) => contract.lockingBytecode),
    remarks: [],
  };
};

const proposedBy = async (
  task: Exclude<VaultTask, { name: 'vault' | 'vault-finish' | 'vault-join' | 'vault-step' }>,
  found: FoundVault,
  context: RecoverContext,
  options: BuildOptions,
): Promise<Shown> => {
  if (task.name === 'vault-propose') return { ...propose(found, task.order, options), scripts: [], remarks: [] };
  if (task.name === 'vault-announce') return proposeAnnounced(found, task, context, options);
  if (task.name === 'vault-exchange')
    return {
      ...proposeExchange(found, task.order, context, options),
      scripts: [],
      remarks: ['Its purses keep the signers that they were opened with: take them back with vault recall'],
    };
  return task.name === 'vault-recall'
    ? proposeRecall(found, task, context, options)
    : proposeMove(found, task, context, options);
};

const showProposal = (
  found: FoundVault,
  { proposal, left, scripts, remarks }: Shown,
  { encoding }: Settings,
  out: string,
): Answer => {
  const { network } = found.contract;
  const { file, requests } = toSign(proposal, encoding);
  const text = [
    `${proposal.kind} of the vault ${found.contract.address}, kept in ${out}`,
    showTransaction(proposal, [found.contract.lockingBytecode, ...scripts], network),
    ...remarks,
    ...(left === 0
      ? []
      : [
          `${left} coins stay at the address, because they are not mined yet, look like states, or have no room: close again afterwards, with the same signers and nonce`,
        ]),
    requests.length === 2
      ? 'The two who stay sign, each what is for them (bch_signTransaction with broadcast: false). Join what their wallets return with vault join:'
      : 'Two of the three sign, each what is for them (bch_signTransaction with broadcast: false). Join what their wallets return with vault join:',
    ...requests.map(({ signer, wcTransaction }) => `${signer}\n${JSON.stringify(wcTransaction)}`),
  ].join('\n\n');
  return {
    text,
    file: JSON.stringify(file),
    json: {
      contractAddress: found.contract.address,
      kind: proposal.kind,
      fee: proposal.fee.toString(),
      left,
      remarks,
      proposal: file,
      requests,
    },
  };
};

const showEnd = async (
  found: FoundVault,
  { order }: VaultTask & { name: 'vault-finish' },
  { encoding }: Settings,
  out: string,
  context: RecoverContext,
): Promise<Answer> => {
  const { network, chain } = context;
  const { recovery, fromHeight } = await proposeEnd(found, order, context, { feeRate: await chain.feeRate() });
  const { guardian, next, contract } = recovery;
  const file = encodeRecoveryFile(recovery);
  const requests = [
    { signer: addressOf(guardian, network), request: recoveryGuardianRequest(recovery) },
    ...next.signers.map((hash) => ({
      signer: addressOf(hash, network),
      request: recoverySigningRequest(recovery, hash),
    })),
  ].map(({ signer, request }) => ({ signer, wcTransaction: encodeWcTransaction(request, encoding) }));
  const text = [
    `End of the recovery of ${contract.address}, kept in ${out}`,
    showTransaction(recovery, [contract.lockingBytecode], network),
    ...next.signers.map((hash) => `From then on signs: ${addressOf(hash, network)}`),
    fromHeight === null
      ? 'The call is not mined yet. No block holds the end before the time to stop it is over'
      : `No block before ${fromHeight} holds it`,
    'The guardian, who is the first here, and two of the three sign, each what is for them (bch_signTransaction with broadcast: false). Join what their wallets return with vault join:',
    ...requests.map(({ signer, wcTransaction }) => `${signer}\n${JSON.stringify(wcTransaction)}`),
  ].join('\n\n');
  const json = {
    contractAddress: contract.address,
    fee: recovery.fee.toString(),
    fromHeight,
    proposal: file,
    requests,
  };
  return { text, file: JSON.stringify(file), json };
};

const stepOf = async (
  found: FoundVault,
  { step, address }: VaultTask & { name: 'vault-step' },
  settings: Settings,
  context: RecoverContext,
): Promise<Answer> => {
  const built = await buildRecoveryStep(found, step, address, context);
  const wcTransaction = encodeWcTransaction(built.wcTransaction, settings.encoding);
  return {
    text: [
      showVault(found).text,
      showTransaction(built, [found.contract.lockingBytecode], context.network),
      `To be signed by ${address} (bch_signTransaction), then sent:`,
      JSON.stringify(wcTransaction),
    ].join('\n\n'),
    file: JSON.stringify(wcTransaction),
    json: { contractAddress: found.contract.address, step, fee: built.fee.toString(), wcTransaction },
  };
};

/**
 * Shows a vault, proposes what its signers sign, or joins their signatures.
 * @throws RecoverError, ChainUnavailableError
 */
export const vault = async (task: VaultTask, settings: Settings, context: RecoverContext, io: Io): Promise<Answer> => {
  if (task.name !== 'vault-join') {
    const found = await readVault(task.terms, context);
    if (task.name === 'vault') {
      const purses = await pursesIn(found.transactions, context);
      const facts = await Promise.all(purses.map((each) => purseFacts(each, context)));
      const shown = showVault(found);
      return {
        text: [shown.text, ...facts.map(purseText)].join('\n\n'),
        json: { ...shown.json, purses: facts },
      };
    }
    if (task.name === 'vault-step') return stepOf(found, task, settings, context);
    const { out } = settings;
    if (out === undefined)
      throw usage('Say where to keep the proposal with --out: its signatures are joined by that file');
    if (task.name === 'vault-finish') return showEnd(found, task, settings, out, context);
    const options = { feeRate: await context.chain.feeRate() };
    const proposed = await proposedBy(task, found, context, options);
    return showProposal(found, proposed, settings, out);
  }
  const kept = decodeProposalFile(new TextDecoder().decode(await io.readFile(task.proposal)), context.network);
  const { address, lockingBytecode } = kept.contract;
  const built = join(kept, task.signed);
  const sent = task.broadcast ? await sendAll([built], context) : [];
  const next =
    sent.length > 0
      ? `Sent: ${sent.join(', ')}`
      : `Complete. Send it with --broadcast, or by any node or wallet that broadcasts hex:\n\n${built.hex}`;
  const text = [
    isRecovery(kept)
      ? `Signed by the guardian and two: the end of the recovery of ${address}`
      : `Signed by two: a ${kept.kind} of the vault ${address}`,
    showTransaction(built, [lockingBytecode], context.network),
    next,
  ].join('\n\n');
  return {
    text,
    file: built.hex,
    json: { transactions: [transactionJson(built, context.network, settings.encoding)], sent },
  };
};

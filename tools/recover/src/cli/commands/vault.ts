import type { RecoverContext } from '../../chain/open-chain.js';
import { usage } from '../../recover-error.js';
import { join } from '../../vault/join.js';
import { decodeProposalFile } from '../../vault/proposal-file.js';
import { propose, toSign } from '../../vault/propose.js';
import { readVault, type FoundVault } from '../../vault/read-vault.js';
import type { Answer, Settings, VaultTask } from '../command.types.js';
import type { Io } from '../io.js';
import { showTransaction, transactionJson } from '../show-transaction.js';
import { showVault } from '../show-vault.js';
import { sendAll } from './send.js';

const showProposal = (
  found: FoundVault,
  task: VaultTask & { name: 'vault-propose' },
  { encoding, out }: Settings,
  feeRate: bigint,
): Answer => {
  if (out === undefined)
    throw usage('Say where to keep the proposal with --out: its signatures are joined by that file');
  const { proposal, left } = propose(found, task.order, { feeRate });
  const { network } = found.contract;
  const { file, requests } = toSign(proposal, encoding);
  const text = [
    `${proposal.kind} of the vault ${found.contract.address}, kept in ${out}`,
    showTransaction(proposal, [found.contract.lockingBytecode], network),
    ...(left === 0
      ? []
      : [
          `${left} coins stay at the address, because they are not mined yet, look like states, or have no room: close again afterwards, with the same signers and nonce`,
        ]),
    'Two of the three sign, each what is for them (bch_signTransaction with broadcast: false). Join what their wallets return with vault join:',
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
      proposal: file,
      requests,
    },
  };
};

/** Shows a vault, proposes what two of its signers sign, or joins their signatures. @throws RecoverError, ChainUnavailableError */
export const vault = async (task: VaultTask, settings: Settings, context: RecoverContext, io: Io): Promise<Answer> => {
  if (task.name !== 'vault-join') {
    const found = await readVault(task.terms, context);
    return task.name === 'vault'
      ? showVault(found)
      : showProposal(found, task, settings, await context.chain.feeRate());
  }
  const proposal = decodeProposalFile(new TextDecoder().decode(await io.readFile(task.proposal)), context.network);
  const built = join(proposal, task.signed);
  const sent = task.broadcast ? await sendAll([built], context) : [];
  const next =
    sent.length > 0
      ? `Sent: ${sent.join(', ')}`
      : `Complete. Send it with --broadcast, or by any node or wallet that broadcasts hex:\n\n${built.hex}`;
  const text = [
    `Signed by two: a ${proposal.kind} of the vault ${proposal.contract.address}`,
    showTransaction(built, [proposal.contract.lockingBytecode], context.network),
    next,
  ].join('\n\n');
  return {
    text,
    file: built.hex,
    json: { transactions: [transactionJson(built, context.network, settings.encoding)], sent },
  };
};

import type { Progress } from '@weir/client';
import { Failed, Waiting } from '../ui/states.js';
import { TxHash } from '../ui/values.js';
import styles from './action-state.module.css';
import type { VerbState } from './use-verb.js';

const REBUILDING = {
  STATE_MOVED: 'Somebody else moved the contract meanwhile. Building yours anew…',
  BROADCAST_REJECTED: 'A coin was spent meanwhile. Building yours anew…',
  TX_REPLACED: 'Another transaction took its place. Building yours anew…',
  PROPOSAL_STALE: 'The vault’s coins moved meanwhile. Building it anew…',
} as const;

/** Says what a step is waiting for. */
const progressText = (progress: Progress): string => {
  switch (progress.step) {
    case 'building':
      return progress.attempt > 1 ? 'Building the transaction anew…' : 'Building the transaction…';
    case 'preparing':
      return 'Waiting for your wallet to sign a first transaction, which makes the coin the next one needs…';
    case 'signing':
      return 'Waiting for your wallet to sign. Look at the request there, and approve it.';
    case 'sending':
      return 'Sending it to the network…';
    case 'confirming':
      return 'Sent. Waiting for the service to verify it on the chain…';
    case 'waiting':
      return progress.reason === 'TX_NOT_FOUND'
        ? 'Sent. Waiting for the network to show it…'
        : 'The network has it. Waiting for a block to confirm it…';
    case 'rebuilding':
      return REBUILDING[progress.reason];
    case 'done':
      return 'Done.';
  }
};

/** Shows the state of an action in words. */
export const ActionState = ({ state }: { readonly state: VerbState }) => {
  if (state.phase === 'idle') return null;
  if (state.phase === 'failed') return <Failed error={state.error} />;
  if (state.phase === 'running')
    return <Waiting what={state.progress === undefined ? 'Asking the service…' : progressText(state.progress)} />;
  return (
    <p className={styles['done']} role="status">
      Done. {state.txHash !== undefined && <TxHash hash={state.txHash} />}
    </p>
  );
};

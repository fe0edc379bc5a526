import { Failed, Waiting } from '../ui/states.js';
import { TxHash } from '../ui/values.js';
import styles from './action-state.module.css';
import { progressText } from './progress-text.js';
import type { VerbState } from './use-verb.js';

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

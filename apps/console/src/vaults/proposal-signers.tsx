import type { Proposal } from '@weir/client';
import { Card } from '../ui/card.js';
import { classes } from '../ui/classes.js';
import { Address, Time } from '../ui/values.js';
import { useRole } from '../wallet/use-role.js';
import { secondsOf } from './moment.js';
import { signerDecisions } from './proposal-choices.js';
import type { VaultDetail } from './vault-choices.js';
import styles from './vault.module.css';

const SIGNS = { signed: '✓', declined: '✕', open: '·' } as const;
const WORDS = { signed: 'signed', declined: 'declined', open: 'has not signed yet' } as const;

/** Shows which of the three signers have signed, and when. */
export const ProposalSigners = ({ proposal, vault }: { readonly proposal: Proposal; readonly vault: VaultDetail }) => {
  const isMine = useRole();
  const isOver = proposal.status === 'EXECUTED' || proposal.status === 'REJECTED';
  return (
    <Card title={`Signatures: ${proposal.approvals.length} of ${proposal.approvalThreshold}`}>
      <ul>
        {signerDecisions(proposal, vault).map(({ signer, decision, at }) => (
          <li key={signer} className={styles['stand']}>
            <span className={classes(styles['sign'], styles[decision])} aria-hidden="true">
              {SIGNS[decision]}
            </span>
            <Address address={signer} mine={isMine(signer)} />
            <span className={styles['note']}>
              {decision === 'open' && isOver ? 'did not sign' : WORDS[decision]}{' '}
              {at !== undefined && <Time at={secondsOf(at)} />}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
};

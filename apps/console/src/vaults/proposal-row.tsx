import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Proposal } from '@weir/client';
import { t } from '../language/text.js';
import { Cell, columns } from '../ui/layout.js';
import { Amount, Title } from '../ui/values.js';
import { assetOfProposal, KIND_WORDS } from './proposal-choices.js';
import styles from './proposal-list.module.css';

const ROW = columns({
  widths: 'minmax(0, 1fr) auto auto',
  align: 'center',
  gap: 16,
  pad: '10px 0',
  below: { 480: { widths: 'minmax(0, 1fr) auto', gap: '4px 16px' } },
  className: styles['row'],
});

interface ProposalRowProps {
  readonly proposal: Pick<Proposal, 'id' | 'reason' | 'kind' | 'amountBase' | 'tokenType' | 'tokenCategory' | 'token'>;
  /** Said under its reason: its number, or its treasury. */
  readonly detail: string;
  /** What it waits for, or its status. */
  readonly children: ReactNode;
}

/** A proposal of a list, which leads to its page. */
export const ProposalRow = ({ proposal, detail, children }: ProposalRowProps) => (
  <Link to="/proposals/$id" params={{ id: proposal.id }} {...ROW}>
    <Cell as="span" below={{ 480: { column: '1 / -1' } }}>
      <strong>
        <Title text={proposal.reason ?? t(KIND_WORDS[proposal.kind])} />
      </strong>
      <br />
      <span className={styles['id']}>
        <Title text={detail} />
      </span>
    </Cell>
    <Amount base={proposal.amountBase} of={assetOfProposal(proposal)} />
    {children}
  </Link>
);

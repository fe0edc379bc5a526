import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { shortAddress } from '../format/identifiers.js';
import { msg, t } from '../language/text.js';
import { useContactName } from '../names/contacts.js';
import { buttonClass, classes } from '../ui/button.js';
import { Card, Facts } from '../ui/card.js';
import { Identicon } from '../ui/identicon.js';
import { Row, Stack } from '../ui/layout.js';
import { Address } from '../ui/values.js';
import { useRole } from '../wallet/wallet-store.js';
import signs from './decision.module.css';
import styles from './members.module.css';
import type { SignerDecision, VaultDetail } from './proposal-choices.js';
import { Viewers } from './viewers.js';

const WORDS = { signed: msg('signed'), declined: msg('declined'), open: msg('has not signed yet') } as const;
const SIGNS = { signed: '✓', declined: '✕', open: '·' } as const;

interface MemberProps {
  readonly address: string;
  /** From 1. */
  readonly place: number;
  /** What they decided on the proposal that waits; undefined where none does. */
  readonly decision: SignerDecision['decision'] | undefined;
}

/** A signer: picture, name, and whether they have signed what waits. */
const Member = ({ address, place, decision }: MemberProps) => {
  const name = useContactName(address);
  const role = useRole()(address);
  return (
    <Row as="li" isLine gap={10} align="center" className={styles['member']} title={address}>
      <Identicon address={address} size={32} />
      <span>
        <strong>
          {name === undefined ? <bdi className={styles['short']}>{shortAddress(address)}</bdi> : <bdi>{name}</bdi>}
        </strong>
        <small>
          {role === undefined ? t('Signer {place}', { place }) : t('Signer {place} ({role})', { place, role })}
        </small>
      </span>
      {decision !== undefined && (
        <span className={classes(signs['sign'], signs[decision])} role="img" aria-label={t(WORDS[decision])}>
          {SIGNS[decision]}
        </span>
      )}
    </Row>
  );
};

interface MembersProps {
  readonly vault: VaultDetail;
  /** Who signed the proposal that waits, in the order of the signers; empty where none does. */
  readonly decisions: readonly SignerDecision[];
}

/** Shows the signers of a vault in one row; its whole addresses, and who may see it, are folded. */
export const Members = ({ vault, decisions }: MembersProps) => {
  const isMine = useRole();
  const party = (address: string) => <Address key={address} address={address} mine={isMine(address)} />;
  return (
    <Card title={t('Members')}>
      <Row as="ul" gap="12px 32px">
        {vault.signers.map((signer, index) => (
          <Member key={signer} address={signer} place={index + 1} decision={decisions[index]?.decision} />
        ))}
      </Row>
      {decisions.length > 0 && (
        <p className={styles['note']}>{t('A tick means that they have signed the latest open proposal.')}</p>
      )}
      {vault.status === 'active' && vault.role !== 'viewer' && (
        <p>
          {vault.roster === undefined ? (
            <Link to="/vaults/$id/lost-key" params={{ id: vault.id }}>
              {t('A signer lost their key?')}
            </Link>
          ) : (
            <Link to="/vaults/$id/exchange" params={{ id: vault.id }}>
              {t('A signer lost their key?')}
            </Link>
          )}
        </p>
      )}
      <details className={styles['settings']}>
        <summary>
          <ChevronRight size={16} aria-hidden="true" /> {t('Addresses and access')}
        </summary>
        <Stack gap={16}>
          <Row gap={8}>
            {vault.signers.map((signer, index) => (
              <Link key={signer} to="/contacts" search={{ address: signer }} className={buttonClass('plain', true)}>
                {t('Name signer {place}', { place: index + 1 })}
              </Link>
            ))}
          </Row>
          <Facts
            facts={[
              [t('Creator'), party(vault.creator)],
              ...vault.signers.map(
                (signer, index) => [t('Signer {place}', { place: index + 1 }), party(signer)] as const,
              ),
              [t('Seen by'), vault.isPublic ? t('Everybody') : t('Its members')],
              ...vault.viewers.map(
                (viewer, index) => [t('Viewer {place}', { place: index + 1 }), party(viewer)] as const,
              ),
            ]}
          />
          <Viewers vault={vault} />
        </Stack>
      </details>
    </Card>
  );
};

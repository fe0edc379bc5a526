import { amountWithUnit, unitOf } from '../format/amount.js';
import { shortHash } from '../format/short.js';
import { setterOf } from '../forms/setter-of.js';
import { Field, SelectInput, TextInput } from '../ui/field.js';
import {
  heldAssets,
  isAboutRecords,
  type ProposalAim,
  type ProposalDraft,
  type ProposalProblems,
} from './proposal-draft.js';
import type { useVaultState } from './vault-queries.js';
import styles from './vault.module.css';

type VaultState = NonNullable<ReturnType<typeof useVaultState>['data']>;

interface ProposalFormProps {
  readonly draft: ProposalDraft;
  readonly onChange: (draft: ProposalDraft) => void;
  readonly problems: ProposalProblems;
  /** The vault's holdings; undefined while they load. */
  readonly state: VaultState | undefined;
}

const AIMS: readonly (readonly [ProposalAim, string])[] = [
  ['spend', 'Pay somebody'],
  ['coin', 'Pay a coin as it is, with its NFT'],
  ['close', 'Close the vault, and pay out everything'],
  ['fund', 'Fund a record that was created for this vault'],
  ['cancel', 'Cancel what it funds'],
  ['pause', 'Pause payments that it funds'],
  ['resume', 'Resume payments that it funds'],
];

/** Returns what to write where a proposal names records. */
const hintOf = (aim: ProposalAim): string => {
  if (aim === 'fund') return 'Its id. It has to be created with this vault as its sender.';
  return aim === 'cancel'
    ? 'Their ids, one after the other; or the id of one plan or airdrop. What is left returns to the vault, of all but airdrops after the notice.'
    : 'Their ids, one after the other; or the id of one plan of salaries.';
};

/** Form for a new proposal. */
export const ProposalForm = ({ draft, onChange, problems, state }: ProposalFormProps) => {
  const set = setterOf({ draft, onChange });
  const assets = state === undefined ? undefined : heldAssets(state);
  const held = assets?.get(draft.asset);
  const coins = state?.tokens?.filter(({ nft }) => nft !== null) ?? [];
  return (
    <div className={styles['fields']}>
      <Field label="What to do">
        <SelectInput value={draft.aim} onChange={set('aim')} options={AIMS} />
      </Field>
      {isAboutRecords(draft.aim) ? (
        <Field label="Which" hint={hintOf(draft.aim)} error={problems.records}>
          <TextInput value={draft.records} onChange={set('records')} placeholder="#WEIR-BCH-000001" />
        </Field>
      ) : (
        <Field
          label="Recipient"
          hint={draft.aim === 'close' ? 'Gets everything that is left. The vault ends with it.' : undefined}
          error={problems.recipient}
        >
          <TextInput value={draft.recipient} onChange={set('recipient')} required />
        </Field>
      )}
      {draft.aim === 'spend' && (
        <div className={styles['two']}>
          <Field
            label="Amount"
            hint={held === undefined ? undefined : `${amountWithUnit(held.base, held.of)} are in the vault.`}
            error={problems.amount}
          >
            <TextInput value={draft.amount} onChange={set('amount')} inputMode="decimal" placeholder="0.00" required />
          </Field>
          <Field label="Asset">
            <SelectInput
              value={draft.asset}
              onChange={set('asset')}
              options={[...(assets ?? [['BCH', { of: 'BCH' }] as const])].map(
                ([name, { of }]) => [name, unitOf(of)] as const,
              )}
            />
          </Field>
        </div>
      )}
      {draft.aim === 'coin' && (
        <Field label="Coin" error={problems.outpoint}>
          <SelectInput
            value={draft.outpoint}
            onChange={set('outpoint')}
            options={[
              ['', coins.length === 0 ? 'No NFT lies in the vault' : 'Choose one'],
              ...coins.map(
                ({ outpoint, category, nft }) =>
                  [
                    outpoint,
                    `${shortHash(category)}, NFT ${nft?.commitment === '' ? '(no commitment)' : shortHash(nft?.commitment ?? '')}`,
                  ] as const,
              ),
            ]}
          />
        </Field>
      )}
      <Field label="Reason (optional)" hint="For those who sign it.">
        <TextInput value={draft.reason} onChange={set('reason')} />
      </Field>
    </div>
  );
};

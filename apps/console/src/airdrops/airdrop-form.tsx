import type { Asset } from '../format/amount.js';
import { AssetFields } from '../forms/asset-fields.js';
import styles from '../forms/form.module.css';
import { setterOf } from '../forms/problems.js';
import { Field, SelectInput, TextInput } from '../ui/field.js';
import type { AirdropDraft, AirdropProblems } from './airdrop-draft.js';
import { RecipientsDrop } from './list/recipients-drop.js';
import type { ChosenList } from './list/use-list.js';

interface AirdropFormProps {
  readonly draft: AirdropDraft;
  readonly onChange: (draft: AirdropDraft) => void;
  readonly list: ChosenList;
  /** The asset of its amounts. */
  readonly of: Asset;
  /** Problems by field; empty before the first submit. */
  readonly problems: AirdropProblems;
}

type Fields = Pick<AirdropFormProps, 'draft' | 'onChange' | 'problems'>;

const AUDIENCES = [
  ['list', 'The addresses of a list'],
  ['everybody', 'Everybody who claims'],
] as const;
const YES_NO = [
  ['yes', 'Yes'],
  ['no', 'No'],
] as const;

/** Fields of a public campaign's amounts. */
const EverybodyFields = (props: Fields) => {
  const { draft, problems } = props;
  const set = setterOf(props);
  return (
    <div className={styles['pair']}>
      <Field label="Each claim" hint="In the same unit as the pool." error={problems.perClaim}>
        <TextInput value={draft.perClaim} onChange={set('perClaim')} inputMode="decimal" required />
      </Field>
      <Field label="Claims per address" error={problems.claimsEach}>
        <TextInput value={draft.claimsEach} onChange={set('claimsEach')} inputMode="numeric" required />
      </Field>
    </div>
  );
};

/** Fields for the claim window, early closing and the fees of claims. */
const WindowFields = (props: Fields) => {
  const { draft, problems } = props;
  const set = setterOf(props);
  return (
    <>
      <div className={styles['pair']}>
        <Field label="Opens (optional)" hint="As soon as it is funded, if left empty." error={problems.start}>
          <TextInput type="datetime-local" value={draft.start} onChange={set('start')} />
        </Field>
        <Field label="Closes (optional)" hint="When all is claimed, if left empty." error={problems.end}>
          <TextInput type="datetime-local" value={draft.end} onChange={set('end')} />
        </Field>
      </div>
      <div className={styles['pair']}>
        <Field label="Can you close it early?" hint="What is left then returns to whoever pays it in.">
          <SelectInput value={draft.cancelable} onChange={set('cancelable')} options={YES_NO} />
        </Field>
        <Field label="Who pays the fees of claims?" hint="Claimers need no BCH where the campaign pays.">
          <SelectInput
            value={draft.sponsored}
            onChange={set('sponsored')}
            options={[
              ['default', 'The campaign, up to 1,000 claims'],
              ['yes', 'The campaign'],
              ['no', 'The claimer'],
            ]}
          />
        </Field>
      </div>
    </>
  );
};

/** Form for the terms of a new airdrop. */
export const AirdropForm = (props: AirdropFormProps) => {
  const { draft, onChange, list, of, problems } = props;
  const set = setterOf(props);
  const isListed = draft.audience === 'list';
  return (
    <div className={styles['fields']}>
      <Field label="Title" hint="Everybody can read it." error={problems.title}>
        <TextInput value={draft.title} onChange={set('title')} required />
      </Field>
      <Field label="Description (optional)">
        <TextInput value={draft.description} onChange={set('description')} />
      </Field>
      <Field label="For whom">
        <SelectInput value={draft.audience} onChange={set('audience')} options={AUDIENCES} />
      </Field>
      <AssetFields
        label={isListed ? undefined : 'Pool'}
        draft={draft}
        onChange={(changes) => onChange({ ...draft, ...changes })}
        problems={problems}
      />
      {isListed ? (
        <>
          <RecipientsDrop list={list} of={of} error={list.state === undefined ? problems.list : undefined} />
          <Field label="Who sees the list?" hint="You see all of it in either case.">
            <SelectInput
              value={draft.publicList}
              onChange={set('publicList')}
              options={[
                ['no', 'Each address its own row'],
                ['yes', 'Everybody'],
              ]}
            />
          </Field>
        </>
      ) : (
        <EverybodyFields draft={draft} onChange={onChange} problems={problems} />
      )}
      <WindowFields draft={draft} onChange={onChange} problems={problems} />
    </div>
  );
};

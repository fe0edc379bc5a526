import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { readTimeOfDay } from '@weir/calendar';
import type { OcfFile, Sentence } from '@weir/calendar/ocf';
import { useAddressPrefix, useNow, useServices } from '../api/services.js';
import { useToken, useTokenDecimals } from '../api/use-token.js';
import type { AssetOfRecord } from '../format/amount.js';
import { isCategory } from '../format/identifiers.js';
import { keptTimeText, offsetsFrom } from '../forms/kept-time.js';
import { numberText, plural, t } from '../language/text.js';
import { useContacts } from '../names/contacts.js';
import { Button, buttonClass } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { textField } from '../ui/field.js';
import { usePageTitle, useTask } from '../ui/hooks.js';
import { Columns, Row, Stack } from '../ui/layout.js';
import { TaskState } from '../ui/states.js';
import { useWallet } from '../wallet/wallet-store.js';
import type * as capTable from './cap-table.js';
import styles from './import-page.module.css';
import { ImportedGrants } from './imported-grants.js';
import { sentenceText } from './sentence-text.js';

/** What reads packages: loaded with the first file. */
type Reader = typeof capTable;

/** The files of a package, and who has which address. */
interface Chosen {
  readonly reader: Reader;
  readonly files: readonly OcfFile[];
}

const MINUTE = 60;
const YEARS = 10 * 366 * 86_400;
const TIME = '09:00';

const bytesOf = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

interface FileButtonProps {
  readonly label: string;
  readonly accept: string;
  readonly isMultiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  /** Names of what is chosen. */
  readonly chosen: readonly string[];
}

/** A button that chooses files, with the names of those that are chosen. */
const FileButton = ({ label, accept, isMultiple = false, onFiles, chosen }: FileButtonProps) => (
  <Row as="p" gap={12} align="center">
    {/* Not a small one: those keep their words in one line, which is wider than a phone in some languages. */}
    <label className={buttonClass('plain')}>
      {label}
      <input
        type="file"
        accept={accept}
        multiple={isMultiple}
        className={styles['file']}
        onChange={({ target }) => {
          onFiles(Array.from(target.files ?? []));
          // Allows the same file to be chosen again after it was corrected.
          target.value = '';
        }}
      />
    </label>
    <span role="status">
      <bdi>{chosen.join(', ')}</bdi>
    </span>
  </Row>
);

/** Sentences about a package as a whole. */
const Sentences = ({ texts }: { readonly texts: readonly Sentence[] }) =>
  texts.length === 0 ? null : (
    <ul className={styles['sentences']}>
      {texts.map((text, place) => (
        <li key={place}>{sentenceText(text)}</li>
      ))}
    </ul>
  );

/** A plan that was stored, and the grants of its rows. */
interface Created {
  readonly id: string;
  readonly name: string;
  readonly grants: ReadonlySet<string>;
}

/** Links to the plans that were stored, where they are funded. */
const CreatedPlans = ({ plans }: { readonly plans: readonly Created[] }) =>
  plans.length === 0 ? null : (
    <Stack as="ul" gap={10} align="start">
      {plans.map(({ id, name, grants }) => (
        <li key={id}>
          <Row gap={12} align="center">
            <span>
              {plural(grants.size, { one: '{name}: {count} grant', other: '{name}: {count} grants' }, { name })}
            </span>
            <Link to="/plans/$id" params={{ id }} className={buttonClass('plain')}>
              {t('Open and fund it')}
            </Link>
          </Row>
        </li>
      ))}
    </Stack>
  );

/** Page that makes plans of the grants of a cap table. Its files stay in the browser. */
const ImportPage = () => {
  usePageTitle(t('Import a cap table'));
  const { weir } = useServices();
  const connected = useWallet();
  const prefix = useAddressPrefix();
  const contacts = useContacts();
  const now = useNow();
  const [chosen, setChosen] = useState<Chosen>();
  const [people, setPeople] = useState<{ readonly name: string; readonly list: Uint8Array }>();
  const [draft, setDraft] = useState({ category: '', time: TIME });
  const [created, setCreated] = useState<readonly Created[]>([]);
  const task = useTask();
  const category = draft.category.trim().toLowerCase();
  const decimals = useTokenDecimals({ asset: 'FUNGIBLE_TOKEN', category });
  const known = useToken(category);
  const time = readTimeOfDay(draft.time.trim());
  const problems = {
    ...(draft.category !== '' && !isCategory(category) && { category: t('A token category is 64 hex digits') }),
    ...(time === undefined && { time: t('Enter a time of day such as 09:00') }),
  };
  const review = useMemo(() => {
    if (chosen === undefined || prefix === undefined || decimals === undefined) return undefined;
    if (!isCategory(category) || time === undefined) return undefined;
    const utcOffset = BigInt(offsetsFrom(now, now + YEARS).least * MINUTE);
    const { reader, files } = chosen;
    return reader.reviewPackage(files, { contacts, list: people?.list, prefix, decimals, least: 1n, time, utcOffset });
  }, [chosen, prefix, decimals, category, time, contacts, people, now]);
  const take = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    const [reader, read] = await Promise.all([
      import('./cap-table.js'),
      Promise.all(files.map(async (file) => ({ name: file.name, bytes: await bytesOf(file) }))),
    ]);
    setCreated([]);
    setChosen({ reader, files: read });
  };
  const takePeople = async ([file]: readonly File[]): Promise<void> => {
    if (file !== undefined) setPeople({ name: file.name, list: await bytesOf(file) });
  };
  const grants = review?.ok === true ? review.value.grants : [];
  const waiting = grants
    .filter((grant) => grant.status === 'ready')
    .filter(({ grant }) => !created.some((plan) => plan.grants.has(grant)));
  const plans = chosen?.reader.planTerms(waiting) ?? [];
  const createAll = async (): Promise<void> => {
    if (connected === undefined) return;
    for (const plan of plans) {
      const terms = { ...plan.terms, tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category } as const;
      const { id, record } = await weir.plans.create(terms, connected.wallet);
      const stored = { id, name: record.plan_id, grants: new Set(plan.grants.map(({ grant }) => grant)) };
      setCreated((before) => [...before, stored]);
    }
  };
  const of: AssetOfRecord = { token_type: 'FUNGIBLE_TOKEN', token_category: category, token: known?.token ?? null };
  const form = { draft, onChange: setDraft, problems };
  return (
    <Stack gap={20}>
      <h1>{t('Import a cap table')}</h1>
      <p>
        {t(
          'Choose a package of the Open Cap Table Format. Each grant becomes a stream of tokens, one token for each share. One signature funds as many as fit a transaction. The files stay in this browser.',
        )}
      </p>
      <Card title={t('Files')}>
        <Stack gap={16}>
          <FileButton
            label={t('Choose a ZIP archive, or its JSON files')}
            accept=".zip,.json,application/zip,application/json"
            isMultiple
            onFiles={(files) => void take(files)}
            chosen={chosen?.files.map(({ name }) => name) ?? []}
          />
          <FileButton
            label={t('Choose a CSV of people and addresses')}
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onFiles={(files) => void takePeople(files)}
            chosen={people === undefined ? [] : [people.name]}
          />
          <p>
            {t(
              'People are found by name among your contacts, and in the CSV by name, id, number or e-mail address beside their address.',
            )}
          </p>
          <Columns gap={16}>
            {textField(form, 'category', t('Token category'), {
              hint: t('The 64 hex digits that name the token.'),
              required: true,
            })}
            {textField(form, 'time', t('Time of day'), { hint: keptTimeText(now, now + YEARS), required: true })}
          </Columns>
        </Stack>
      </Card>
      {review?.ok === false && (
        <Card title={t('The package is refused')}>
          <p role="alert" className={styles['bad']}>
            {sentenceText(review.problem)}
          </p>
        </Card>
      )}
      {review?.ok === true && (
        <>
          <Card title={t('Review')}>
            <Stack gap={12}>
              <p role="status">
                {plural(
                  grants.length,
                  {
                    one: '{ready} of {count} grant is ready. Nothing is stored before you create a plan.',
                    other: '{ready} of {count} grants are ready. Nothing is stored before you create a plan.',
                  },
                  { ready: grants.filter(({ status }) => status === 'ready').length },
                )}
              </p>
              <Sentences texts={[...review.value.notes, ...review.value.problems]} />
              {plans.length > 1 && (
                <p>
                  {t('A plan has one way of vesting: these grants become {count} plans.', {
                    count: numberText(plans.length),
                  })}
                </p>
              )}
              <CreatedPlans plans={created} />
              {connected === undefined ? (
                <p>{t('Connect a wallet to create the plan.')}</p>
              ) : (
                waiting.length > 0 && (
                  <Row gap={12} align="center">
                    <Button look="main" disabled={task.isRunning} onClick={() => void task.run(createAll)}>
                      {plural(waiting.length, {
                        one: 'Create a plan of {count} grant',
                        other: 'Create a plan of {count} grants',
                      })}
                    </Button>
                    <TaskState task={task} what={t('Creating the plan…')} />
                  </Row>
                )
              )}
            </Stack>
          </Card>
          <ImportedGrants grants={grants} of={of} />
        </>
      )}
      <p>
        <Link to="/streams/new">{t('Enter one grant by hand')}</Link>
      </p>
    </Stack>
  );
};

export default ImportPage;

import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useAddressPrefix } from '../api/services.js';
import { groupsOf } from '../format/identifiers.js';
import { addressFaultText, addressProblem } from '../forms/address-problem.js';
import { numberText, plural, t } from '../language/text.js';
import { addContacts, type Contact, setContacts, useContacts } from '../names/contacts.js';
import { addLabels, useLabels } from '../names/record-labels.js';
import { listProblemText } from '../table/problem-text.js';
import { Button, buttonClass } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { ExamplePicture } from '../ui/example-picture.js';
import { textField } from '../ui/field.js';
import { Filter } from '../ui/filter.js';
import { usePageTitle } from '../ui/hooks.js';
import { Identicon } from '../ui/identicon.js';
import { cell, Columns, Row, Stack } from '../ui/layout.js';
import { firstRowOf, RowsPager } from '../ui/rows-pager.js';
import { saveFile } from '../ui/save-file.js';
import { Empty } from '../ui/states.js';
import { Copyable } from '../ui/values.js';
import { contactsCsv, namesText, readNames, type RefusedContact } from './contact-files.js';
import styles from './contacts-page.module.css';

const route = getRouteApi('/contacts');

/** Contacts in the document at once. */
const SHOWN = 25;
/** Up to so many contacts are found without a search. */
const FEW = 8;

const NOBODY: Contact = { name: '', address: '' };

/** A line of a list: a name, what it names, and a button. */
const ROW = {
  isRuled: true,
  widths: 'minmax(0, 2fr) minmax(0, 3fr) auto',
  align: 'center',
  gap: '6px 16px',
  pad: '12px 0',
  below: { 720: { widths: 'minmax(0, 1fr) auto' } },
} as const;

/** Where a narrow window has what a line names: below the name and the button. */
const OWN_LINE = { row: 2, column: '1 / -1' };

/** Returns what is wrong with a contact, by field. @param prefix of the network's addresses */
const problemsOf = ({ name, address }: Contact, prefix: string | undefined): Partial<Record<keyof Contact, string>> => {
  const wrong = addressProblem(address, prefix, t('Enter an address of this network'));
  return {
    ...(name.trim() === '' && { name: t('Enter a name') }),
    ...(wrong !== undefined && { address: wrong }),
  };
};

/** Form for a contact. */
const NewContact = () => {
  const prefix = useAddressPrefix();
  const { address = '' } = route.useSearch();
  const [draft, setDraft] = useState({ ...NOBODY, address });
  const [isSubmitted, setSubmitted] = useState(false);
  const problems = problemsOf(draft, prefix);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    // The network decides which addresses are valid, and it is known in a moment.
    if (Object.keys(problems).length > 0 || prefix === undefined) return;
    addContacts([{ name: draft.name.trim(), address: draft.address.trim() }]);
    setDraft(NOBODY);
    setSubmitted(false);
  };
  const form = { draft, onChange: setDraft, problems: isSubmitted ? problems : {} };
  return (
    <Card title={t('Add a contact')}>
      <Columns as="form" least={220} gap={16} align="end" onSubmit={submit} noValidate>
        {textField(form, 'name', t('Name'), { required: true })}
        {textField(form, 'address', t('Address'), { required: true })}
        <Button type="submit" look="main">
          {t('Add')}
        </Button>
      </Columns>
    </Card>
  );
};

/** Takes contacts from a file, and gives them as one. */
const Files = () => {
  const contacts = useContacts();
  const labels = useLabels();
  const prefix = useAddressPrefix();
  const [result, setResult] = useState<string>();
  const [refused, setRefused] = useState<readonly RefusedContact[]>([]);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined || prefix === undefined) return;
    const read = await readNames(new Uint8Array(await file.arrayBuffer()), prefix);
    setRefused(read.refused);
    addContacts(read.contacts);
    addLabels(read.labels);
    const count = read.contacts.length + read.labels.length;
    setResult(
      read.problem !== undefined
        ? listProblemText(read.problem, 'BCH')
        : count === 0
          ? t('No contacts or labels are in that file.')
          : plural(count, { one: '{count} name was read.', other: '{count} names were read.' }),
    );
  };
  return (
    <>
      <Row as="p" gap={12} align="center">
        <label className={buttonClass('plain', true)}>
          {t('Import')}
          <input
            type="file"
            accept=".json,.csv,application/json,text/csv"
            className={styles['file']}
            onChange={({ target }) => {
              void take(target.files?.[0]);
              target.value = '';
            }}
          />
        </label>
        {contacts.length + labels.length > 0 && (
          <Button
            small
            onClick={() => void saveFile(namesText({ contacts, labels }), 'contacts.json', 'application/json')}
          >
            {t('Export')}
          </Button>
        )}
        {contacts.length > 0 && (
          <Button small onClick={() => void saveFile(contactsCsv(contacts), 'contacts.csv', 'text/csv')}>
            {t('Export CSV')}
          </Button>
        )}
        <span role="status">{result}</span>
      </Row>
      {refused.length > 0 && (
        <div role="alert" className={styles['refused']}>
          <p>
            {plural(refused.length, {
              one: '{count} contact was left out:',
              other: '{count} contacts were left out:',
            })}
          </p>
          <ul>
            {refused.map(({ name, address, fault }, index) => (
              <li key={index}>
                <bdi>{name}</bdi>, <bdi>{address}</bdi>: {addressFaultText(fault)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
};

/** The contacts, a page at a time, and a field that finds some of many. */
const ContactList = ({ contacts }: { readonly contacts: readonly Contact[] }) => {
  const [words, setWords] = useState('');
  const [page, setPage] = useState(0);
  const wanted = words.trim().toLowerCase();
  const matching = contacts.filter(({ name, address }) =>
    [name, address].some((text) => text.toLowerCase().includes(wanted)),
  );
  const first = firstRowOf(page, SHOWN, matching.length);
  return (
    <Card
      title={plural(contacts.length, { one: '{count} contact', other: '{count} contacts' })}
      aside={
        wanted !== '' && (
          <span role="status">
            {t('{matching} of {total}', {
              matching: numberText(matching.length),
              total: numberText(contacts.length),
            })}
          </span>
        )
      }
    >
      {contacts.length > FEW && (
        <Filter label={t('Name or address')}>
          <input
            type="search"
            value={words}
            onChange={({ target }) => {
              setWords(target.value);
              setPage(0);
            }}
          />
        </Filter>
      )}
      {matching.length === 0 && <p>{t('Nothing matches these filters.')}</p>}
      <Stack as="ul" aria-label={t('Contacts')}>
        {matching.slice(first, first + SHOWN).map(({ name, address }) => (
          <Columns as="li" key={address} {...ROW}>
            <strong className={styles['name']}>
              <bdi>{name}</bdi>
            </strong>
            <Row as="span" isLine gap={8} align="start" below={{ 720: OWN_LINE }}>
              <Identicon address={address} />
              <Copyable text={address} shown={groupsOf(address)} what={t('address')} />
            </Row>
            <Button
              small
              aria-label={t('Remove {name}', { name })}
              onClick={() => setContacts(contacts.filter((one) => one.address !== address))}
            >
              {t('Remove')}
            </Button>
          </Columns>
        ))}
      </Stack>
      <RowsPager first={first} size={SHOWN} count={matching.length} onPage={setPage} />
    </Card>
  );
};

/** The names that the user gave to records. */
const Labels = () => {
  const labels = useLabels();
  if (labels.length === 0) return null;
  return (
    <Card title={t('Labels of records')}>
      <Stack as="ul" aria-label={t('Labels of records')}>
        {labels.map((label) => (
          <Columns as="li" key={label.path} {...ROW}>
            <strong className={styles['name']}>
              <bdi>{label.name}</bdi>
            </strong>
            <Link to={label.path} {...cell({ below: { 720: OWN_LINE } })}>
              {label.number}
            </Link>
            <Button
              small
              aria-label={t('Remove {name}', { name: label.name })}
              onClick={() => addLabels([{ ...label, name: '' }])}
            >
              {t('Remove')}
            </Button>
          </Columns>
        ))}
      </Stack>
    </Card>
  );
};

/** Page of the names that the user gives to addresses and records. */
const ContactsPage = () => {
  usePageTitle(t('Contacts'));
  const contacts = useContacts();
  return (
    <>
      <h1>{t('Contacts')}</h1>
      <p>
        {t(
          'Names for addresses, and labels for records. They are stored only in this browser and shown to nobody else.',
        )}
      </p>
      <Files />
      {contacts.length === 0 ? (
        <Empty title={t('No contacts yet')} picture={<ExamplePicture of="people" />}>
          <p>{t('Add one below, or import a file of names and addresses.')}</p>
        </Empty>
      ) : (
        <ContactList contacts={contacts} />
      )}
      <Labels />
      <NewContact />
    </>
  );
};

export default ContactsPage;

import { Link, useNavigate } from '@tanstack/react-router';
import { Download, X } from 'lucide-react';
import { type SubmitEvent, useEffect, useState } from 'react';
import { PAYMENT_STATUSES } from '@weir/kinds';
import { msg, t } from '../language/text.js';
import { statusText } from '../ui/badge.js';
import { Button, buttonClass } from '../ui/button.js';
import { Field, TextInput } from '../ui/field.js';
import { useDebounced } from '../ui/hooks.js';
import { Row } from '../ui/layout.js';
import styles from './flow-bar.module.css';
import type { FlowFilters } from './flow-filters.js';
import { forgetView, saveView, useViews } from './saved-views.js';

const SORTS = { oldest: msg('Oldest first'), largest: msg('Largest first'), name: msg('By name') } as const;
const TYPING_MS = 300;

interface FlowBarProps {
  readonly list: 'incoming' | 'outgoing';
  readonly filters: FlowFilters;
  readonly isBusy: boolean;
  readonly onExport: () => void;
}

/** The views that the user saved for a list, and a field that saves the one on show. */
const Views = ({ list, filters }: Pick<FlowBarProps, 'list' | 'filters'>) => {
  const views = useViews().filter((view) => view.list === list);
  const [name, setName] = useState('');
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    if (name.trim() === '') return;
    saveView({ name: name.trim(), list, filters });
    setName('');
  };
  return (
    <Row gap="8px 12px" align="end">
      {views.map((view) => (
        <span key={view.name} className={styles['view']}>
          <Link to={`/${list}`} search={view.filters} className={buttonClass('quiet', true)}>
            <bdi>{view.name}</bdi>
          </Link>
          <Button look="quiet" small onClick={() => forgetView(view)}>
            <X size={16} aria-label={t('Remove the view {name}', { name: view.name })} />
          </Button>
        </span>
      ))}
      <form onSubmit={save} className={styles['save']}>
        <Field label={t('Save this view as')}>
          <TextInput value={name} onChange={setName} />
        </Field>
        <Button type="submit" small disabled={name.trim() === ''}>
          {t('Save')}
        </Button>
      </form>
    </Row>
  );
};

/** Filters, order and grouping of a list, each kept in the page's address; saved views, and the export of what is on show. */
export const FlowBar = ({ list, filters, isBusy, onExport }: FlowBarProps) => {
  const navigate = useNavigate();
  const set = (change: FlowFilters): void =>
    void navigate({ to: `/${list}`, search: { ...filters, ...change }, replace: true, resetScroll: false });
  const [words, setWords] = useState(filters.q ?? '');
  const typed = useDebounced(words.trim(), TYPING_MS);
  useEffect(() => {
    if (typed !== (filters.q ?? '')) set({ q: typed === '' ? undefined : typed });
    // What is typed moves the address, and not the other way round.
  }, [typed]);
  useEffect(() => setWords(filters.q ?? ''), [filters.q]);
  return (
    <div className={styles['bar']} role="search" aria-label={t('Filters')}>
      <div className={styles['filters']}>
        <label className={styles['filter']}>
          <span className={styles['label']}>{t('Name, number or address')}</span>
          <input type="search" value={words} onChange={({ target }) => setWords(target.value)} />
        </label>
        <label className={styles['filter']}>
          <span className={styles['label']}>{t('Status')}</span>
          <select
            value={filters.status ?? ''}
            onChange={({ target }) => set({ status: PAYMENT_STATUSES.find((one) => one === target.value) })}
          >
            <option value="">{t('All')}</option>
            {PAYMENT_STATUSES.map((status) => (
              <option key={status} value={status}>
                {statusText(status)}
              </option>
            ))}
          </select>
        </label>
        <label className={styles['filter']}>
          <span className={styles['label']}>{t('Order')}</span>
          <select
            value={filters.sort ?? ''}
            onChange={({ target: { value } }) =>
              set({ sort: value === 'oldest' || value === 'largest' || value === 'name' ? value : undefined })
            }
          >
            <option value="">{t('Newest first')}</option>
            {Object.entries(SORTS).map(([sort, text]) => (
              <option key={sort} value={sort}>
                {t(text)}
              </option>
            ))}
          </select>
        </label>
        <label className={styles['filter']}>
          <span className={styles['label']}>{t('Rows')}</span>
          <select
            value={filters.group ?? ''}
            onChange={({ target: { value } }) => set({ group: value === 'none' ? value : undefined })}
          >
            <option value="">{t('One row a list')}</option>
            <option value="none">{t('One row a person')}</option>
          </select>
        </label>
      </div>
      <Row gap="8px 16px" align="end" justify="space-between">
        <Views list={list} filters={filters} />
        <Button small disabled={isBusy} onClick={onExport}>
          <Download size={16} aria-hidden="true" /> {t('Export CSV')}
        </Button>
      </Row>
    </div>
  );
};

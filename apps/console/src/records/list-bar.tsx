import { useNavigate } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type Message, msg, t } from '../language/text.js';
import { statusText } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { DayInput } from '../ui/day-input.js';
import { Filter } from '../ui/filter.js';
import { useDebounced } from '../ui/hooks.js';
import { Row } from '../ui/layout.js';
import { FiltersBar } from './filters-bar.js';
import { type ListFilters, type ListName, LISTS, type ListTerms } from './list-filters.js';
import { DIRECTION_WORDS, MOVE_WORDS } from './move-words.js';

const SORTS = { oldest: msg('Oldest first'), largest: msg('Largest first'), name: msg('By name') } as const;
const TYPING_MS = 300;

/** How the kinds of records of a list are called together. */
const KINDS: Readonly<Record<string, Message>> = {
  stream: msg('Streams'),
  lock: msg('Locks'),
  payment: msg('Payments'),
  currency: msg('Payments in a currency'),
  plan: msg('Plans'),
  airdrop: msg('Airdrops'),
  vault: msg('Treasuries'),
  proposal: msg('Proposals'),
};
const PLAN_KINDS: Readonly<Record<string, Message>> = {
  payment: msg('Salaries'),
  stream: msg('Grants'),
  lock: msg('Locks'),
};

interface ChoiceProps {
  readonly label: string;
  /** The text of no choice; undefined where there is always one. */
  readonly none?: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string | undefined) => void;
}

/** A filter of a list with a few values. */
export const Choice = ({ label, none, value, options, onChange }: ChoiceProps) => (
  <Filter label={label}>
    <select value={value ?? ''} onChange={({ target }) => onChange(options.find(([one]) => one === target.value)?.[0])}>
      {none !== undefined && <option value="">{none}</option>}
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  </Filter>
);

/** Returns the values of a filter with their texts. */
const optionsOf = (values: readonly string[], words: Readonly<Record<string, Message>>) =>
  values.flatMap((value) => {
    const text = words[value];
    return text === undefined ? [] : [[value, t(text)] as const];
  });

interface ListBarProps {
  readonly list: ListName;
  readonly filters: ListFilters;
  readonly isBusy: boolean;
  /** Saves the rows that match. */
  readonly onExport: () => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** Filters, order and grouping of a list, each kept in the page's address; saved views, and the export of what is on show. */
export const ListBar = ({ list, filters, isBusy, onExport, children }: ListBarProps) => {
  const navigate = useNavigate();
  const set = (change: ListFilters): void =>
    void navigate({ to: `/${list}`, search: { ...filters, ...change }, replace: true, resetScroll: false });
  const [words, setWords] = useState(filters.q ?? '');
  const typed = useDebounced(words.trim(), TYPING_MS);
  useEffect(() => {
    if (typed !== (filters.q ?? '')) set({ q: typed === '' ? undefined : typed });
    // What is typed moves the address, and not the other way round.
  }, [typed]);
  useEffect(() => setWords(filters.q ?? ''), [filters.q]);
  const terms: ListTerms = LISTS[list];
  const kinds = list === 'plans' ? PLAN_KINDS : KINDS;
  return (
    <FiltersBar
      list={list}
      filters={{ ...filters }}
      search={
        <Filter label={t('Name, number or address')}>
          <input type="search" value={words} onChange={({ target }) => setWords(target.value)} />
        </Filter>
      }
      tools={
        <Row gap={8}>
          {children}
          <Button small disabled={isBusy} onClick={onExport}>
            <Download size={16} aria-hidden="true" /> {t('Export CSV')}
          </Button>
        </Row>
      }
    >
      {terms.kind !== undefined && (
        <Choice
          label={t('Kind')}
          none={t('All')}
          value={filters.kind}
          options={optionsOf(terms.kind, kinds)}
          onChange={(kind) => set({ kind })}
        />
      )}
      {terms.move !== undefined && (
        <Choice
          label={t('What happened')}
          none={t('All')}
          value={filters.move}
          options={optionsOf(terms.move, MOVE_WORDS)}
          onChange={(move) => set({ move })}
        />
      )}
      {terms.direction !== undefined && (
        <Choice
          label={t('Direction')}
          none={t('All')}
          value={filters.direction}
          options={optionsOf(terms.direction, DIRECTION_WORDS)}
          onChange={(direction) => set({ direction })}
        />
      )}
      {terms.status !== undefined && (
        <Choice
          label={t('Status')}
          none={t('All')}
          value={filters.status}
          options={terms.status.map((status) => [status, statusText(status)] as const)}
          onChange={(status) => set({ status })}
        />
      )}
      {terms.isDated === true && (
        <>
          <Filter label={t('From day')}>
            <DayInput value={filters.from} onChange={(from) => set({ from })} />
          </Filter>
          <Filter label={t('To day')}>
            <DayInput value={filters.to} onChange={(to) => set({ to })} />
          </Filter>
        </>
      )}
      <Choice
        label={t('Order')}
        none={t('Newest first')}
        value={filters.sort}
        options={Object.entries(SORTS).map(([sort, text]) => [sort, t(text)] as const)}
        onChange={(sort) => set({ sort: sort as ListFilters['sort'] })}
      />
      {terms.isGrouped === true && (
        <Choice
          label={t('Rows')}
          none={t('One row a list')}
          value={filters.group}
          options={[['none', t('One row a person')]]}
          onChange={(group) => set({ group: group === undefined ? undefined : 'none' })}
        />
      )}
    </FiltersBar>
  );
};

import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { t } from '../language/text.js';
import { Button, buttonClass } from '../ui/button.js';
import { Filter } from '../ui/filter.js';
import { Row } from '../ui/layout.js';
import type { ListFilters } from './list-filters.js';
import { forgetView, saveView, type SavedView, useViews, type ViewedList } from './saved-views.js';

interface SavedViewsProps {
  readonly list: ViewedList;
  /** Those on show. */
  readonly filters: SavedView['filters'];
  /** Class of the field while the filters are folded. */
  readonly folded?: string | undefined;
}

/** The views that the user saved for a list, and a field that saves the one on show. */
export const SavedViews = ({ list, filters, folded }: SavedViewsProps) => {
  const views = useViews().filter((view) => view.list === list);
  const [name, setName] = useState('');
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    if (name.trim() === '') return;
    saveView({ name: name.trim(), list, filters });
    setName('');
  };
  return (
    <Row gap="8px 12px" align="end" className={views.length === 0 ? folded : undefined}>
      {views.map((view) => (
        <Row as="span" key={view.name} isInline isLine align="center">
          <Link
            to={`/${list}` as '/incoming'}
            search={view.filters as ListFilters}
            className={buttonClass('quiet', true)}
          >
            <bdi>{view.name}</bdi>
          </Link>
          <Button look="quiet" small onClick={() => forgetView(view)}>
            <X size={16} aria-label={t('Remove the view {name}', { name: view.name })} />
          </Button>
        </Row>
      ))}
      <Row as="form" onSubmit={save} isLine align="end" gap={8} className={folded}>
        <Filter label={t('Save this view as')}>
          <input value={name} onChange={({ target }) => setName(target.value)} />
        </Filter>
        <Button type="submit" small disabled={name.trim() === ''}>
          {t('Save')}
        </Button>
      </Row>
    </Row>
  );
};

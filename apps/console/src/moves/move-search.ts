/** What a link to the page says: ids of the records to move, separated by commas. */
export interface MoveSearch {
  readonly ids?: string | undefined;
}

const IDS = /^[0-9a-f-]{36}(?:,[0-9a-f-]{36})*$/;

/** Parses what a link to the page says. */
export const moveSearch = ({ ids }: Readonly<Record<string, unknown>>): MoveSearch =>
  typeof ids === 'string' && IDS.test(ids) ? { ids } : {};

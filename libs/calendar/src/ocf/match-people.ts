import { explainAddress } from '@weir/merkle/addresses';
import { cellOf, chooseColumns, columnProblems, ListError, type ListProblem, readTable } from '@weir/merkle/lists';
import type { OcfPackage, Stakeholder } from './read-package.js';
import { type Sentence, sentence, shown } from './sentence.js';

/** A person and an address, as contacts have them. */
export interface Contact {
  readonly name: string;
  readonly address: string;
}

/** Addresses of stakeholders. */
export interface MatchedPeople {
  /** By the id of the stakeholder. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Stakeholders without an address, in the order of the package. */
  readonly missing: readonly Stakeholder[];
  /** What is wrong with the contacts or the list. */
  readonly problems: readonly Sentence[];
}

const MAX_ROWS = 100_000;
const wordOf = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ').toLowerCase();

/** Names, ids and e-mail addresses of stakeholders, and whose they are. */
const directoryOf = (stakeholders: Iterable<Stakeholder>): ReadonlyMap<string, ReadonlySet<string>> => {
  const directory = new Map<string, Set<string>>();
  for (const { id, name, assignedId, emails } of stakeholders)
    for (const text of [id, name, assignedId ?? '', ...emails]) {
      const word = wordOf(text);
      if (word === '') continue;
      const known = directory.get(word);
      if (known === undefined) directory.set(word, new Set([id]));
      else known.add(id);
    }
  return directory;
};

class Matching {
  readonly addresses = new Map<string, string>();
  readonly problems: Sentence[] = [];
  readonly #doubtful = new Set<string>();
  readonly #directory: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(
    readonly stakeholders: ReadonlyMap<string, Stakeholder>,
    readonly prefix: string,
  ) {
    this.#directory = directoryOf(stakeholders.values());
  }

  /** How many texts have named a stakeholder. */
  named = 0;

  /** Gives an address to the one stakeholder whom some texts name. @param place for sentences: line 3 */
  add(texts: readonly string[], address: string, place: Sentence): void {
    const found = new Set(texts.flatMap((text) => Array.from(this.#directory.get(wordOf(text)) ?? [])));
    const [id, second] = found;
    if (id === undefined) return;
    this.named += 1;
    if (second !== undefined) {
      this.problems.push(
        sentence('{place} names several stakeholders: {id} and {other}.', {
          place,
          id: shown(id),
          other: shown(second),
        }),
      );
      return;
    }
    const fault = explainAddress(address, this.prefix);
    if (fault !== undefined) {
      this.problems.push(
        sentence('{place}: the address of stakeholder {id} is refused. {fault}.', {
          place,
          id: shown(id),
          fault: { fault },
        }),
      );
      return;
    }
    const known = this.addresses.get(id);
    if (known !== undefined && known !== address) {
      this.problems.push(
        sentence('{place} gives stakeholder {id} a second address. Keep one of them.', { place, id: shown(id) }),
      );
      this.#doubtful.add(id);
    } else this.addresses.set(id, address);
  }

  get result(): MatchedPeople {
    const { problems } = this;
    const addresses = new Map(Array.from(this.addresses).filter(([id]) => !this.#doubtful.has(id)));
    return {
      addresses,
      missing: Array.from(this.stakeholders.values()).filter(({ id }) => !addresses.has(id)),
      problems,
    };
  }
}

const addContacts = (matching: Matching, contacts: readonly Contact[]): void => {
  for (const { name, address } of contacts)
    matching.add([name], address.trim(), sentence('Contact {name}', { name: shown(name) }));
};

/** Problems of the file as a whole. */
const OF_FILE: readonly ListProblem['code'][] = ['NOT_UTF8', 'NOT_TEXT', 'TOO_LARGE'];

const unreadable = (listProblem: ListProblem): Sentence => {
  const problem = { listProblem };
  const { line, code } = listProblem;
  return line === 0 || OF_FILE.includes(code)
    ? sentence('The list of people cannot be read: {problem}.', { problem })
    : sentence('Line {line} of the list of people cannot be read: {problem}.', { line, problem });
};

const addList = (matching: Matching, list: Uint8Array | string): void => {
  const { head, rows } = readTable(list, { maxRows: MAX_ROWS });
  const { columns, questions } = chooseColumns(head, false);
  const { address: column } = columns;
  if (column === undefined) {
    const [first] = columnProblems(
      head,
      questions.filter(({ role }) => role === 'address'),
    );
    const names = first?.code === 'COLUMNS' ? first.names.map(shown).join(', ') : '';
    matching.problems.push(
      names === ''
        ? sentence('Name one column of the list "address". No columns are found.')
        : sentence('Name one column of the list "address". Columns found: {names}.', { names }),
    );
    return;
  }
  const before = matching.named;
  for (const row of rows) {
    const texts = row.cells.filter((_, place) => place !== column);
    matching.add(texts, cellOf(row, column), sentence('Line {line}', { line: row.line }));
  }
  if (matching.named === before)
    matching.problems.push(
      sentence('No line of the list names a stakeholder of the package, by id, name, number or e-mail address.'),
    );
};

/**
 * Finds addresses of the stakeholders of a package among contacts, by their name, and in a list (CSV), by any of id, name, id that the
 * issuer assigned, and e-mail address in one column, with an address in another. Upper and lower case do not matter. Rows about nobody
 * of the package are passed over. It never throws because of what they hold.
 *
 * @param prefix of the network's addresses, without colon: `bitcoincash`, `bchtest` or `bchreg`
 */
export const matchPeople = (
  { stakeholders }: Pick<OcfPackage, 'stakeholders'>,
  { contacts = [], list }: { readonly contacts?: readonly Contact[]; readonly list?: Uint8Array | string | undefined },
  prefix: string,
): MatchedPeople => {
  const matching = new Matching(stakeholders, prefix);
  addContacts(matching, contacts);
  try {
    if (list !== undefined) addList(matching, list);
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    matching.problems.push(unreadable(error.problems[0]));
  }
  return matching.result;
};

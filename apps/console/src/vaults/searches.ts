import { MAX_NAME_LENGTH } from '@weir/kinds';
import { LINKED_CHARACTERS } from '../forms/linked-fields.js';

type Search = Readonly<Record<string, unknown>>;

const PLACES: ReadonlySet<unknown> = new Set([1, 2, 3]);
const placeIn = (value: unknown): number | undefined => (PLACES.has(value) ? Number(value) : undefined);

const textIn = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && String(value).length <= LINKED_CHARACTERS
    ? String(value)
    : undefined;

/** What a link to the form of a new treasury says: a signer's answer, or the treasury whose place it takes. */
export interface NewVaultSearch {
  readonly place?: unknown;
  readonly signer?: unknown;
  readonly key?: unknown;
  /** Id of a treasury one of whose signers lost their key. */
  readonly from?: string | undefined;
  /** The place of that signer, from 1. */
  readonly lost?: number | undefined;
}

export const newVaultSearch = (search: Search): NewVaultSearch => {
  if ('signer' in search) return { place: search['place'], signer: search['signer'], key: search['key'] };
  const [from, lost] = [textIn(search['from']), placeIn(search['lost'])];
  return from === undefined || lost === undefined ? {} : { from, lost };
};

/** What a link to the purses of a treasury says. */
export interface PursesSearch {
  /** Id of the purse whose terms are to be changed. */
  readonly renew?: string | undefined;
}

export const pursesSearch = (search: Search): PursesSearch => {
  const renew = textIn(search['renew']);
  return renew === undefined ? {} : { renew };
};

/** What a link fills into the form of a proposal. */
export interface ProposalSearch {
  /** Address of the recipient. */
  readonly to?: string | undefined;
  /** In BCH, or whole tokens. */
  readonly amount?: string | undefined;
  /** Category of a token; by default BCH. */
  readonly asset?: string | undefined;
  /** Outpoint of a whole coin, `txid:vout`. */
  readonly coin?: string | undefined;
  readonly aim?: 'close' | undefined;
}

export const proposalSearch = (search: Search): ProposalSearch => {
  const to = textIn(search['to']);
  if (to === undefined) return {};
  return {
    to,
    amount: textIn(search['amount']),
    asset: textIn(search['asset']),
    coin: textIn(search['coin']),
    ...(search['aim'] === 'close' && { aim: 'close' }),
  };
};

/** What is chosen in the guide for a lost key: kept in the address, so that a reload goes on. */
export interface LostKeySearch {
  /** The place of the signer, from 1. */
  readonly lost?: number | undefined;
  /** Id of the new treasury. */
  readonly next?: string | undefined;
}

export const lostKeySearch = (search: Search): LostKeySearch => ({
  lost: placeIn(search['lost']),
  next: textIn(search['next']),
});

/** What the link that a new signer sends back says. */
export type AnswerSearch = Pick<NewVaultSearch, 'place' | 'signer' | 'key'>;

export const answerSearch = ({ place, signer, key }: Search): AnswerSearch =>
  signer === undefined ? {} : { place, signer, key };

/** What a link to the exchange of a key says: whose it is, or the answer of the new signer. */
export type ExchangeSearch = AnswerSearch & Pick<NewVaultSearch, 'lost'>;

export const exchangeSearch = (search: Search): ExchangeSearch =>
  search['signer'] === undefined ? { lost: placeIn(search['lost']) } : answerSearch(search);

/** Returns a text of a link, cut off where it is longer than a name; empty where it is none. */
export const shortText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, MAX_NAME_LENGTH) : '';
/** Returns the place of a signer, from 1; the first where it is none. */
export const placeOf = (value: unknown): number => (value === 1 || value === 2 || value === 3 ? value : 1);

/** The forms of an open treasury that name new signers: each is on the page of this name. */
const FORMS = ['exchange', 'policies'] as const;

/** The form that the answer of an invited signer goes to. */
export interface AnswerPlace {
  /** Id of the treasury. */
  readonly vault: string;
  readonly form: (typeof FORMS)[number];
}

/** What a signer is invited to: a treasury that is not open yet, or one that gets other signers. */
export interface Invitation extends Partial<AnswerPlace> {
  readonly name: string;
  /** Of the signer, from 1. */
  readonly place: number;
}

const answerPlaceOf = (search: Search): AnswerPlace | undefined => {
  const vault = textIn(search['vault']);
  const form = FORMS.find((one) => one === search['form']);
  return vault === undefined || form === undefined ? undefined : { vault, form };
};

/** Parses the search of a link that invites a signer. */
export const invitationOf = (search: Search): Invitation => ({
  name: shortText(search['name']),
  place: placeOf(search['place']),
  ...answerPlaceOf(search),
});

import Type, { type Static } from 'typebox';
import { ALLOCATIONS, MAX_TOKEN_DECIMALS } from '@weir/kinds';
import { Answer, Integer, MAX_ADDRESS_LENGTH, Named, Text, TextOrNull, Timestamp } from '../shared/fields.schema.js';
import { localDays } from '../shared/local-days.schema.js';
import { Nullable } from '../shared/marks.js';
import { RequestBody } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';

const DAYS = localDays('Months from one installment to the next, 1 to 12.', 'vests');
/** Files of a package that a request can hold. */
const MAX_FILES = 200;
const MAX_FILE_NAME = 255;
const MAX_NAME = 1_000;
const MAX_PEOPLE = 10_000;
/** Amounts of a package are of no record whose asset is known: they are base units, in digits. */
const DIGITS = { pattern: '^\\d+$', examples: ['4800'] };

const OcfFileInput = RequestBody(
  {
    name: Type.String({ minLength: 1, maxLength: MAX_FILE_NAME, description: 'Its path in the package.' }),
    content: Type.String({ description: 'Its bytes in Base64: a JSON file, or a whole package as a ZIP archive.' }),
  },
  { title: 'OcfFileInput', description: 'A file of a package of the Open Cap Table Format.' },
);

const OcfPersonInput = RequestBody(
  {
    name: Type.String({ maxLength: MAX_NAME, description: 'Name of a stakeholder, as in the package.' }),
    address: Type.String({ maxLength: MAX_ADDRESS_LENGTH, description: 'A cash address of the configured network.' }),
  },
  { title: 'OcfPersonInput', description: 'A person and an address, as contacts have them.' },
);

export const ReviewOcfBody = RequestBody(
  {
    files: Type.Array(OcfFileInput, {
      minItems: 1,
      maxItems: MAX_FILES,
      description: 'One ZIP archive, or the JSON files of a package.',
    }),
    decimals: Type.Integer({
      minimum: 0,
      maximum: MAX_TOKEN_DECIMALS,
      description: 'Decimals of the token: a share is one whole token.',
    }),
    time: Type.Optional({ ...DAYS.timeInput.time, default: '00:00' }),
    utcOffset: Type.Optional({ ...DAYS.timeInput.utcOffset, default: '+00:00' }),
    people: Type.Optional(
      Type.Array(OcfPersonInput, { maxItems: MAX_PEOPLE, description: 'Contacts, found by name.' }),
    ),
    csv: Type.Optional(
      Type.String({
        description:
          'A CSV with a column of addresses, and one that names stakeholders by id, name, the number that the issuer assigned, or e-mail address.',
      }),
    ),
  },
  {
    title: 'ReviewOcfBody',
    examples: [
      {
        files: [{ name: 'acme.ocf.zip', content: 'UEsDBBQAAAAI…' }],
        decimals: 0,
        time: '09:00',
        utcOffset: '+01:00',
        csv: 'name,address\nAda Lovelace,bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07\n',
      },
    ],
  },
);
export type ReviewOcfBody = Static<typeof ReviewOcfBody>;

const ReviewedDate = Named('OcfReviewedDate', 'A date of a grant in the package, and what its stream pays for it.', {
  date: Text('In the package.', { examples: ['2027-01-31'] }),
  amount: Text('In the package, base units of the token.', DIGITS),
  paidAt: Timestamp('When the stream pays.'),
  paid: Text('What the stream pays, base units of the token.', DIGITS),
});

/** The terms of a stream as `createStream` takes them. */
const ImportedTerms = Named(
  'OcfStreamTerms',
  'Terms that `POST /api/streams/create` takes, with `tokenType` and `tokenCategory` beside them.',
  {
    streamType: Type.Literal('STEP', { description: 'As in the request.' }),
    recipient: Text('The address of the stakeholder.'),
    totalAmount: Text('The whole grant, base units of the token.', DIGITS),
    description: Text('What the issuer calls the grant.'),
    startTime: Type.Optional(Timestamp('As in the request.')),
    endTime: Type.Optional(Timestamp('As in the request.')),
    cliffTimestamp: Type.Optional(Nullable(Timestamp('As in the request; null for none.'))),
    intervalSeconds: Type.Optional(Integer('As in the request.')),
    calendar: Type.Optional(
      Named('OcfStreamCalendar', 'Days of the month, as in the request.', { ...DAYS.day, ...DAYS.time }),
    ),
    installments: Type.Optional(Integer('As in the request.')),
    cliffInstallment: Type.Optional(Integer('As in the request.')),
    allocation: Type.Optional(Type.Enum([...ALLOCATIONS], { description: 'As in the request.' })),
    tranches: Type.Optional(
      Type.Array(
        Named('OcfStreamTranche', 'A date and an amount, as in the request.', {
          time: Timestamp('As in the request.'),
          amount: Text('Base units of the token.', DIGITS),
        }),
        { description: 'As in the request.' },
      ),
    ),
  },
);

const OcfGrant = Named('OcfGrant', 'A grant of a package: its stream, or the sentence why it has none.', {
  grant: Text('Id of the issuance.'),
  label: Text('What the issuer calls it.'),
  stakeholder: Text('Id of the stakeholder.'),
  name: TextOrNull('Name of the stakeholder; null where the package has no such stakeholder.'),
  status: Type.Enum(['ready', 'refused'], { description: 'Whether a stream can pay it.' }),
  problem: TextOrNull('Why not, with the value; null where it is ready.'),
  stream: Nullable(ImportedTerms),
  dates: Type.Array(ReviewedDate, {
    description:
      'Each date and amount of the package beside what the stream pays. They are the same, or the grant is refused.',
  }),
  notes: Type.Array(Type.String(), { description: 'What somebody should compare with the cap table.' }),
});

export const ReviewOcfResponse = Answer('ReviewOcfResponse', 'The grants of a package. Nothing is stored.', {
  grants: Type.Array(OcfGrant, { description: 'In the order of the package.' }),
  missing: Type.Array(
    Named('OcfMissingPerson', 'A stakeholder without an address.', {
      id: Text('Id of the stakeholder.'),
      name: Text('As the package has it.'),
    }),
    { description: 'Stakeholders without an address.' },
  ),
  problems: Type.Array(Type.String(), { description: 'What is wrong with the people or the CSV.' }),
  notes: Type.Array(Type.String(), { description: 'What somebody should know of the package.' }),
});
export type ReviewOcfResponse = Static<typeof ReviewOcfResponse>;

export const reviewOcf = route('streams', {
  operationId: 'reviewOcf',
  summary: 'Review the grants of a cap table',
  description:
    'Reads a package of the Open Cap Table Format, version 1, and answers the stream of each grant, date by date, or why it has none. Each object is checked against the schema of the format first. Nothing is stored: send the terms of a grant to `POST /api/streams/create`.',
  body: ReviewOcfBody,
  response: { 200: ReviewOcfResponse },
  errors: ['INVALID_TIME'],
});

import fc from 'fast-check';
import { anyText } from './any-text.js';

/** A request as sent over the wire. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: Buffer;
}

const BOUNDARY = 'weir-boundary';

const FIELD_NAMES = ['file', 'creator', 'other', '__proto__', '', 'a"b', 'x'.repeat(2_000), 'x'.repeat(70_000)];

const partsOf = fc.array(
  fc.record({
    name: fc.oneof(fc.constantFrom(...FIELD_NAMES), anyText({ maxLength: 50 })),
    isFile: fc.boolean(),
    content: fc.oneof(
      fc.constantFrom('address,amount\n', '', '\r\n', `--${BOUNDARY}`, '\u0000'.repeat(500)),
      anyText({ maxLength: 300 }),
    ),
  }),
  { maxLength: 6 },
);

const formOf = (parts: readonly { name: string; isFile: boolean; content: string }[]): Buffer =>
  Buffer.from(
    parts
      .map(({ name, isFile, content }) => {
        const file = isFile ? '; filename="list.csv"\r\ncontent-type: text/csv' : '';
        return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
      })
      .join('') + `--${BOUNDARY}--\r\n`,
  );

/** Valid and invalid content types of forms. */
const FORM_TYPES = [
  `multipart/form-data; boundary=${BOUNDARY}`,
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=another',
  `multipart/mixed; boundary=${BOUNDARY}`,
];

/** Generates forms to these paths: valid ones, ones without their boundary, with huge names, and truncated ones. */
export const formsTo = (
  paths: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): fc.Arbitrary<RawRequest> =>
  fc
    .record({
      path: fc.constantFrom(...paths),
      form: partsOf.map(formOf),
      type: fc.oneof({ weight: 4, arbitrary: fc.constant(FORM_TYPES[0] ?? '') }, fc.constantFrom(...FORM_TYPES)),
      end: fc.option(fc.nat()),
    })
    .map(({ path, form, type, end }) => ({
      method: 'POST',
      path,
      headers: { ...headers, 'content-type': type },
      payload: end === null ? form : form.subarray(0, end % form.length),
    }));

const DOCS = ['/docs', '/docs/', '/docs/json', '/docs/yaml', '/docs/static/index.html', '/docs/static/swagger-ui.css'];

/** Path segments that try to leave the folder of static files, and targets outside it. */
const STEPS = ['..', '%2e%2e', '.%2E', '%252e%252e', '..%00', '%zz', '%', '%c0%ae', '~', '.', '.git', 'x'.repeat(300)];
const TARGETS = ['package.json', 'etc/passwd', 'etc%2fpasswd', '.env', 'index.html', 'static', ''];
const SEPARATORS = ['/', '//', '\\', '%5c', '%2f', '%2F', ';'];

const traversals = fc
  .record({
    steps: fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.constantFrom(...SEPARATORS)), { maxLength: 8 }),
    target: fc.constantFrom(...TARGETS),
    folder: fc.constantFrom('/docs/', '/docs/static/', '/docs\\static\\', '/docs/static'),
  })
  .map(({ steps, target, folder }) => folder + steps.flat().join('') + target);

/** Text that is valid in a header. */
const headerText = fc.stringMatching(/^[!-~\u00a1-\u00ff][ -~]{0,60}$/);
const tags = fc.oneof(fc.constantFrom('*', '""', 'W/"1-1"', '"a", W/"b"', '"', ','.repeat(2_000)), headerText);
const dates = fc.oneof(
  fc.constantFrom('Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', 'Thu, 99 Foo 20x6', '-1', 'NaN'),
  headerText,
);
const ranges = fc.oneof(
  fc.constantFrom('bytes=0-0', 'bytes=-1', 'bytes=5-2', 'bytes=0-1,3-4', 'bytes=99999999999999999999-', 'bytes='),
  fc.constantFrom('items=0-1', 'bytes=--1', `bytes=${'0-1,'.repeat(1_000)}`, 'bytes=0-18446744073709551616'),
  headerText,
);

const CONDITIONS = {
  'if-match': tags,
  'if-none-match': tags,
  'if-modified-since': dates,
  'if-unmodified-since': dates,
  'if-range': fc.oneof(tags, dates),
  range: ranges,
};

/** Generates conditional and range headers: one of them, or several that contradict each other. */
const conditionals = fc.oneof(
  ...Object.entries(CONDITIONS).map(([name, value]) => fc.record({ [name]: value })),
  fc.record(CONDITIONS, { requiredKeys: [] }),
);

/** Generates conditional requests for the documentation pages, for files beside them, and for these paths. */
export const conditionalRequestsTo = (paths: readonly string[]): fc.Arbitrary<RawRequest> =>
  fc.record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
    path: fc.oneof(fc.constantFrom(...DOCS), fc.constantFrom(...paths), traversals),
    headers: conditionals,
  });

const STYLES = '/docs/static/swagger-ui.css';

const FILE_CONDITIONS: readonly Readonly<Record<string, string>>[] = [
  { range: 'bytes=0-0' },
  { 'if-none-match': '*' },
  { 'if-match': '"nonsense"' },
  { range: 'bytes=99999999-' },
];

/** Requests that a file must answer with 206, 304, 412 and 416, which random ones might miss. */
export const EVERY_CONDITION: readonly RawRequest[] = FILE_CONDITIONS.map((headers) => ({
  method: 'GET',
  path: STYLES,
  headers,
}));

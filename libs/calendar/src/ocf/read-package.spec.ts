import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import {
  ADA,
  fileOf,
  filesOf,
  ISSUANCE,
  type Json,
  MONTHLY,
  OPTIONS,
  START,
  TERMS,
  VESTING_START,
} from '../../test/ocf-files.js';
import { importGrants, type OcfFile, type OcfPackageResult, readOcfPackage, sentenceText } from './index.js';

const problemOf = (result: OcfPackageResult): string => (result.ok ? 'none' : sentenceText(result.problem));
const read = (...files: readonly OcfFile[]): OcfPackageResult => readOcfPackage(files);
const zipOf = (files: readonly OcfFile[], options: Parameters<typeof zipSync>[1] = {}): OcfFile => ({
  name: 'acme.ocf.zip',
  bytes: zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])), options),
});
const md5Of = ({ bytes }: OcfFile): string => createHash('md5').update(bytes).digest('hex');
const listed = (file: OcfFile | undefined, more: Json = {}) =>
  file === undefined ? [] : [{ filepath: `./${file.name}`, md5: md5Of(file), ...more }];
const manifestOf = ([terms, transactions, people, plans]: readonly OcfFile[], more: Json = {}): OcfFile =>
  fileOf('Manifest.ocf.json', {
    ocf_version: '1.2.0',
    file_type: 'OCF_MANIFEST_FILE',
    vesting_terms_files: listed(terms),
    transactions_files: listed(transactions),
    stakeholders_files: listed(people),
    stock_plans_files: listed(plans),
    ...more,
  });

describe('a package that is read', () => {
  const files = filesOf();
  it.each<[string, readonly OcfFile[]]>([
    ['of files', files],
    ['of files and a manifest', [...files, manifestOf(files)]],
    ['in an archive', [zipOf([...files, manifestOf(files)])]],
    ['in an archive that is not compressed', [zipOf([...files, manifestOf(files)], { level: 0 })]],
    [
      'with further files of the format',
      [...files, fileOf('Valuations.json', { file_type: 'OCF_VALUATIONS_FILE', items: [] })],
    ],
  ])('%s', (_name, given) => {
    const result = readOcfPackage(given);
    if (!result.ok) throw new Error(sentenceText(result.problem));
    const [grant] = importGrants(result.value, OPTIONS);
    expect(grant).toMatchObject({ status: 'ready', total: 1_000_007n });
    expect(result.value.notes).toEqual([]);
  });

  it('in a folder of an archive', () => {
    const inside = [...files, manifestOf(files)].map(({ name, bytes }) => ({ name: `acme/${name}`, bytes }));
    expect(problemOf(read(zipOf(inside)))).toBe('none');
  });

  it('has a note for a file that changed since its manifest, and for one that is not in it', () => {
    const changed = { vesting_terms_files: listed(files[0], { md5: '0'.repeat(32) }), stock_plans_files: [] };
    const manifest = manifestOf(files, changed);
    const result = readOcfPackage([...files, manifest]);
    expect(result.ok ? result.value.notes.map(sentenceText) : []).toEqual([
      expect.stringContaining('VestingTerms.ocf.json" has changed'),
      expect.stringContaining('StockPlans.ocf.json" is not in the manifest'),
    ]);
  });
});

describe('a package that is refused', () => {
  const files = filesOf();
  const [terms] = files;
  const withTerms = (change: unknown): OcfPackageResult => readOcfPackage(filesOf({ terms: [change] }));
  it.each<[string, () => OcfPackageResult, string]>([
    ['without a file', () => read(), 'has no file'],
    [
      'that is not JSON',
      () => read({ name: 'a.json', bytes: new TextEncoder().encode('{') }),
      'File "a.json" is not JSON',
    ],
    ['that is not UTF-8', () => read({ name: 'a.json', bytes: Uint8Array.of(0x22, 0xff, 0x22) }), 'is not JSON'],
    ['of a list', () => read(fileOf('a.json', [])), 'has the value []. Expected an object.'],
    ['of null', () => read(fileOf('a.json', null)), 'has the value null'],
    [
      'of an unknown type',
      () => read(fileOf('a.json', { file_type: 'OCF_VESTING_SCHEDULES_FILE', items: [] })),
      '"OCF_VESTING_SCHEDULES_FILE", which the format does not define',
    ],
    ['without items', () => read(fileOf('a.json', { file_type: 'OCF_TRANSACTIONS_FILE' })), 'lacks the field "items"'],
    ['without a grant', () => readOcfPackage(filesOf({ transactions: [VESTING_START] })), 'has no grant'],
    ['with an item of no type', () => readOcfPackage(filesOf({ transactions: [7] })), 'item 1 has no object_type: 7'],
    [
      'with a transaction among the terms',
      () => withTerms(ISSUANCE),
      'of the type "TX_STOCK_ISSUANCE". Expected VESTING_TERMS',
    ],
    [
      'with an unknown kind of object',
      () => readOcfPackage(filesOf({ transactions: [{ ...ISSUANCE, object_type: 'stock' }] })),
      '"stock", which cannot be imported',
    ],
    ['with an unknown field of terms', () => withTerms({ ...TERMS, start: '2027-01-01' }), 'has the field "start"'],
    ['with an unknown allocation', () => withTerms({ ...TERMS, allocation_type: 'ROUND_UP' }), '"ROUND_UP"'],
    [
      'with terms of no condition',
      () => withTerms({ ...TERMS, vesting_conditions: [] }),
      'has the value []. Entries expected: 1 or more.',
    ],
    [
      'with terms twice',
      () => readOcfPackage(filesOf({ terms: [TERMS, TERMS] })),
      '"terms" are in the package more than once',
    ],
    [
      'with a stakeholder twice',
      () => readOcfPackage(filesOf({ stakeholders: [ADA, ADA] })),
      '"ada" is in the package more than once',
    ],
    [
      'with a transaction twice',
      () => readOcfPackage(filesOf({ transactions: [ISSUANCE, ISSUANCE] })),
      '"grant-1" is in the package more than once',
    ],
    [
      'with a quantity of 1e3',
      () => readOcfPackage(filesOf({ transactions: [{ ...ISSUANCE, quantity: '1e3' }] })),
      '"1e3", which cannot be imported. Expected digits, without a sign or an exponent.',
    ],
    [
      'with a negative quantity',
      () => readOcfPackage(filesOf({ transactions: [{ ...ISSUANCE, quantity: '-5' }] })),
      '"-5"',
    ],
    [
      'with a quantity that is a number',
      () => readOcfPackage(filesOf({ transactions: [{ ...ISSUANCE, quantity: 5 }] })),
      'field "quantity" has the value 5. Expected a text in quotes.',
    ],
    [
      'with a very long quantity',
      () => readOcfPackage(filesOf({ transactions: [{ ...ISSUANCE, quantity: '9'.repeat(1_000) }] })),
      'Characters expected: 40 or less.',
    ],
    [
      'with a date in words',
      () => readOcfPackage(filesOf({ transactions: [{ ...ISSUANCE, date: '31 January' }] })),
      'Expected a date: YYYY-MM-DD.',
    ],
    [
      'of version 2',
      () => readOcfPackage([...files, manifestOf(files, { ocf_version: '2.0.0' })]),
      'field "ocf_version" has the value "2.0.0"',
    ],
    [
      'with two manifests',
      () => readOcfPackage([...files, manifestOf(files), { ...manifestOf(files), name: 'b.json' }]),
      'has 2 manifests',
    ],
    [
      'without a file of its manifest',
      () => readOcfPackage([...files.slice(1), manifestOf(files)]),
      'lists the file "./VestingTerms.ocf.json", and the package holds none',
    ],
    ['with a file twice', () => readOcfPackage([...files, ...files, manifestOf(files)]), 'holds several of that name'],
    [
      'with a file of another type than its manifest lists',
      () => readOcfPackage([...files, manifestOf(files, { stakeholders_files: listed(terms) })]),
      'its file type is "OCF_VESTING_TERMS_FILE"',
    ],
    [
      'with a path out of it',
      () =>
        readOcfPackage([
          ...files,
          manifestOf(files, { transactions_files: listed(terms, { filepath: '../../etc/passwd' }) }),
        ]),
      'holds none of that name',
    ],
    ['of 20 MB', () => read({ name: 'a.json', bytes: new Uint8Array(20_000_001) }), 'more than 20 MB'],
    [
      'of 5,001 grants',
      () =>
        readOcfPackage(
          filesOf({ transactions: Array.from({ length: 5_001 }, (_, place) => ({ ...ISSUANCE, id: `${place}` })) }),
        ),
      'more than 5,000 grants',
    ],
  ])('%s', (_name, give, sentence) => {
    expect(problemOf(give())).toContain(sentence);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('with a key or a type %s', (key) => {
    const withKey = JSON.parse(`{"${key}": {"polluted": true}}`) as Json;
    // A spread would set the prototype; this keeps the key as JSON has it.
    const terms = Object.defineProperties({ ...TERMS }, Object.getOwnPropertyDescriptors(withKey));
    expect(problemOf(readOcfPackage(filesOf({ terms: [terms] })))).toContain(`"${key}"`);
    expect(problemOf(readOcfPackage(filesOf({ transactions: [{ ...ISSUANCE, object_type: key }] })))).toContain(key);
    expect(problemOf(read(fileOf('a.json', { file_type: key, items: [] })))).toContain(key);
    expect(({} as Json)['polluted']).toBeUndefined();
  });

  it('with ids that are names of prototypes is read as any other', () => {
    const parts = filesOf({
      terms: [
        {
          ...TERMS,
          id: '__proto__',
          vesting_conditions: [{ ...START, id: 'constructor', next_condition_ids: ['monthly'] }, MONTHLY],
        },
      ],
      transactions: [{ ...ISSUANCE, security_id: '__proto__', vesting_terms_id: '__proto__' }],
    });
    const result = readOcfPackage(parts);
    if (!result.ok) throw new Error(sentenceText(result.problem));
    expect(importGrants(result.value, OPTIONS)).toMatchObject([
      { problem: { values: { condition: '"constructor"' } } },
    ]);
  });
});

describe('an archive that is refused', () => {
  /** An archive with one file, whose headers name any sizes. */
  const forged = (data: Uint8Array, size: number): Uint8Array => {
    const name = Buffer.from('a.json');
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, name, data]);
    const central = Buffer.concat([
      Buffer.from('PK\u0001\u0002'),
      Buffer.from([20, 0]),
      fields,
      Buffer.alloc(14),
      name,
    ]);
    const end = Buffer.alloc(22);
    end.write('PK\u0005\u0006', 0);
    end.writeUInt16LE(1, 8);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(central.length, 12);
    end.writeUInt32LE(local.length, 16);
    return Buffer.concat([local, central, end]);
  };
  const unpacked = (bytes: Uint8Array): string => problemOf(read({ name: 'a.zip', bytes }));

  it('for what it expands to, also where its headers name less', () => {
    const bomb = deflateRawSync(Buffer.alloc(60_000_000, 0x20));
    for (const size of [60_000_000, 100, 0]) expect(unpacked(forged(bomb, size))).toContain('more than 20 MB');
  });

  it('for many files', () => {
    const many = Array.from({ length: 201 }, (_, place) => fileOf(`${place}.json`, {}));
    expect(problemOf(read(zipOf(many)))).toContain('more than 200 files');
  });

  it('without a JSON file', () => {
    expect(problemOf(read(zipOf([{ name: 'a.txt', bytes: new Uint8Array(4) }])))).toContain('holds no JSON file');
  });

  it('where any part of it is cut off', () => {
    const { bytes } = zipOf(filesOf());
    // The directory at the end repeats what the files say, so only cuts before it lose something.
    const directory = Buffer.from(bytes).indexOf('PK\u0001\u0002');
    for (let length = 2; length < directory; length += 7) expect(unpacked(bytes.subarray(0, length))).not.toBe('none');
  });

  it('or read where bytes of it differ, and it never throws', () => {
    const { bytes } = zipOf(filesOf());
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        (changes) => {
          const other = bytes.slice();
          for (const [place, value] of changes) other[place] = value;
          readOcfPackage([{ name: 'a.zip', bytes: other }]);
        },
      ),
      { numRuns: 500 },
    );
  });
});

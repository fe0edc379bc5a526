import Type, { type TSchema } from 'typebox';
import {
  CreateAirdropBody,
  CreatePaymentBody,
  CreateStreamBody,
  CreateVaultBody,
  WhitelistBody,
} from '@weir/api-contract';
import { FIELD_ALIASES, findMisspeltField, findUnknownField, unknownFieldSentence } from './find-unknown-field.js';

const found = (schema: TSchema, value: unknown) => {
  const { field, didYouMean } = findUnknownField(schema, value) ?? {};
  return { field, didYouMean };
};

describe('findUnknownField', () => {
  it.each([
    [CreateStreamBody, 'cancellable', 'cancelable'],
    [CreateStreamBody, 'cliff_timestamp', 'cliffTimestamp'],
    [CreateStreamBody, 'startTimes', 'startTime'],
    [CreateStreamBody, 'endtime', 'endTime'],
    [CreateStreamBody, 'totalAmout', 'totalAmount'],
    [CreateStreamBody, 'Recipient', 'recipient'],
    [CreateStreamBody, 'token_type', 'tokenType'],
    [CreateStreamBody, 'startDate', 'startTime'],
    [CreateStreamBody, 'end_date', 'endTime'],
    [CreateStreamBody, 'cliff', 'cliffTimestamp'],
    [CreateStreamBody, 'interval', 'intervalSeconds'],
    [CreateStreamBody, 'beneficiary', 'recipient'],
    [CreateStreamBody, 'amount', 'totalAmount'],
    [CreatePaymentBody, 'startTime', 'startDate'],
    [CreatePaymentBody, 'endTime', 'endDate'],
    [CreatePaymentBody, 'intervalSeconds', 'interval'],
    [CreatePaymentBody, 'amount', 'amountPerPeriod'],
    [CreatePaymentBody, 'amountPerInterval', undefined],
    [CreateAirdropBody, 'kyc', 'requireKyc'],
    [CreateAirdropBody, 'token', 'tokenCategory'],
    [CreatePaymentBody, 'vault', 'vaultId'],
    [CreatePaymentBody, 'recipientAddress', 'recipient'],
    [CreateAirdropBody, 'startTime', 'startDate'],
    [CreateAirdropBody, 'maxClaims', 'maxClaimsPerAddress'],
    [CreateVaultBody, 'pubkeys', 'signerPubkeys'],
    [CreateStreamBody, 'network', undefined],
    [CreateStreamBody, 'x', undefined],
    [CreateStreamBody, '', undefined],
    [CreateStreamBody, '__proto__', undefined],
    [CreateStreamBody, 'constructor', undefined],
    [CreateStreamBody, 'hasOwnProperty', undefined],
  ])('takes, of %#, %j for %j', (schema, field, didYouMean) => {
    const body = Object.defineProperty({}, field, { value: 1, enumerable: true });
    expect(found(schema, body)).toEqual({ field, didYouMean });
  });

  it('lets every known field be, and what is not an object for others to refuse', () => {
    expect(findUnknownField(CreateStreamBody, { sender: '', recipient: '', startTime: 1, endTime: 2 })).toBeUndefined();
    for (const value of [null, undefined, 'text', 5, ['x']])
      expect(findUnknownField(CreateStreamBody, value)).toBeUndefined();
  });

  it('looks inside objects and lists', () => {
    const body = {
      recipients: [
        { address: 'a', amount: 1 },
        { address: 'b', amonut: 1 },
      ],
    };
    expect(found(WhitelistBody, body)).toEqual({ field: 'recipients.1.amonut', didYouMean: 'amount' });
  });

  it('accepts any field of open objects', () => {
    expect(findUnknownField(Type.Object({ a: Type.Optional(Type.String()) }), { b: 1 })).toBeUndefined();
  });

  it('handles a very long name quickly and returns its first 60 characters', () => {
    const field = findUnknownField(CreateStreamBody, { [`start${'x'.repeat(1_000_000)}`]: 1 });
    expect(field?.field).toHaveLength(60);
  });
});

describe('what is said of it', () => {
  it.each([
    [CreateStreamBody, { cliff: 1 }, 'cliff is not a field of this request; did you mean cliffTimestamp?'],
    [WhitelistBody, { network: 1 }, 'network is not a field of this request; it has creator, csv, recipients'],
    [Type.Object({}, { additionalProperties: false }), { a: 1 }, 'a is not a field of this request, which has none'],
  ])('says what to do (%#)', (schema, body, sentence) => {
    const unknown = findUnknownField(schema, body);
    expect(unknown && unknownFieldSentence(unknown)).toBe(sentence);
  });
});

describe('findMisspeltField', () => {
  const query = Type.Object({ status: Type.Optional(Type.String()), limit: Type.Optional(Type.Integer()) });

  it('finds a typo, and accepts other words', () => {
    expect(findMisspeltField(query, { Status: 'ACTIVE' })).toMatchObject({ field: 'Status', didYouMean: 'status' });
    expect(findMisspeltField(query, { limits: 1 })).toMatchObject({ didYouMean: 'limit' });
    expect(findMisspeltField(query, { status: 'ACTIVE', utm_source: 'x', name: 'y' })).toBeUndefined();
  });
});

describe('FIELD_ALIASES', () => {
  it('are written as they are looked up', () => {
    expect(Object.keys(FIELD_ALIASES).filter((alias) => !/^[a-z0-9]+$/.test(alias))).toEqual([]);
  });
});

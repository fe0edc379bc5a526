import Type from 'typebox';
import { CreateStreamBody } from '../streams/create-stream-body.schema.js';
import { normalizerOf } from './normalizer-of.js';

const usual = { recipient: 'recipient', totalAmount: 1, streamType: 'LINEAR' };

describe('a normalizer', () => {
  it('treats null as absent', () => {
    expect(normalizerOf(CreateStreamBody)({ ...usual, sender: null, tokenType: null, cliffTimestamp: null })).toEqual(
      usual,
    );
  });

  it('knows tokens by both words, and hex in capitals', () => {
    const given = { ...usual, tokenType: 'CASHTOKENS', tokenCategory: 'AB'.repeat(32), description: 'CASHTOKENS' };
    expect(normalizerOf(CreateStreamBody)(given)).toEqual({
      ...given,
      tokenType: 'FUNGIBLE_TOKEN',
      tokenCategory: 'ab'.repeat(32),
    });
  });

  it('reaches the rows of lists, and leaves other things alone', () => {
    const normalize = normalizerOf(Type.Object({ rows: Type.Array(Type.Object({ label: Type.String() })) }));
    expect(normalize({ rows: [{ label: null }, { label: 'A' }] })).toEqual({ rows: [{}, { label: 'A' }] });
    expect(normalize('text')).toBe('text');
  });
});

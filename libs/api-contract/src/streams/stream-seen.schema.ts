import Type from 'typebox';
import { onchain } from './onchain.schema.js';
import { StreamResource } from './stream.schema.js';

export const StreamSeen = Type.Object(
  { ...StreamResource.properties, ...onchain },
  { title: 'StreamDetail', description: 'A stream, beside what the indexer sees of it.' },
);

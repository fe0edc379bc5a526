import Type from 'typebox';
import { onchain } from '../streams/onchain.schema.js';
import { PaymentResource } from './payment.schema.js';

export const PaymentSeen = Type.Object(
  { ...PaymentResource.properties, ...onchain },
  { title: 'PaymentDetail', description: 'A payment, beside what the indexer sees of it.' },
);

import type { Connection } from '../connection/connection.js';
import { createRecordHandle, type Parties } from '../records/record-handle.js';
import { createRecords } from '../records/records.js';
import type { PaymentHandle, Payments } from './payments.types.js';

const createPaymentHandle = (connection: Connection, id: string, known?: Parties): PaymentHandle => {
  const { handle, asSender } = createRecordHandle(connection, {
    ...{ product: 'payments', id, known },
    partiesOf: ({ payment }) => payment,
  });
  return {
    ...handle,
    pause: (given, options = {}) => asSender('pause', '/api/payments/{id}/confirm-pause', given, options),
    resume: (given, options = {}) => asSender('resume', '/api/payments/{id}/confirm-resume', given, options),
  };
};

/** Creates the payments' part of a client. */
export const createPayments = (connection: Connection): Payments =>
  createRecords(connection, {
    product: 'payments',
    recordOf: ({ payment }) => payment,
    rowsOf: ({ payments }) => payments,
    handleOf: (id, known) => createPaymentHandle(connection, id, known),
  });

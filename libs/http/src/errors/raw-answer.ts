import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { type ErrorCode, ERRORS } from '@weir/api-contract';
import { problemBody } from './reply-with-problem.js';

/** Returns the whole text of an answer, with the common error body, to what never becomes a request. It closes the connection. */
export const rawAnswer = (code: ErrorCode, message: string): string => {
  const { status } = ERRORS[code];
  const body = JSON.stringify(problemBody({ code, message, details: {}, headers: {} }, randomUUID()));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
};

import type { InjectOptions, LightMyRequestResponse } from 'fastify';

/** An answer as tests read it. */
export type ServerAnswer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body' | 'json'>;

/** A server for tests: an app in this process, or one in front of others. */
export interface Server {
  inject(request: InjectOptions): Promise<ServerAnswer>;
}

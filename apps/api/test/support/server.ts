import type { InjectOptions, LightMyRequestResponse } from 'fastify';

/** An answer as tests read it. */
export type ServerAnswer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body' | 'json'>;

/** What takes requests and answers them: an app in this process, or whatever stands before others. */
export interface Server {
  inject(request: InjectOptions): Promise<ServerAnswer>;
}

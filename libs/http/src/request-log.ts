import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';

/** Logs each request in one line, when it ends: what was asked, the status, and how long it took. */
export class RequestLog extends LogController {
  readonly #told = new WeakSet<FastifyReply>();

  override incomingRequest(request: FastifyRequest, reply: FastifyReply): void {
    // A request that ends the process is found by it.
    request.log.debug({ req: request }, 'incoming request');
    reply.raw.once('close', () => {
      // Also streams of events, which clients end.
      this.#tell(request, reply, 'request ended by the client');
    });
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    this.#tell(request, reply, error ? 'request errored' : 'request completed', error);
  }

  /** Logs a request that reached no route. */
  requestRefused(request: FastifyRequest, reply: FastifyReply): void {
    this.#tell(request, reply, 'request refused');
  }

  #tell(request: FastifyRequest, reply: FastifyReply, message: string, error?: Error | null): void {
    if (this.#told.has(reply)) return;
    this.#told.add(reply);
    const line = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...line, err: error }, message);
    else reply.log.info(line, message);
  }
}

import { readFileSync } from 'node:fs';
import fastify from 'fastify';

/** A route with nothing around or behind it, that answers the bytes of a file from memory. Prints where it listens. */
const body = readFileSync(process.argv[2] ?? '', 'utf8');
const server = fastify();
server.get('/', (_, reply) => reply.type('application/json; charset=utf-8').send(body));
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));

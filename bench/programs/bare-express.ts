import type { AddressInfo } from 'node:net';
import express from 'express';

/** The limit for single captures and decides: Express 5 that parses and answers, and stores nothing. */
const app = express();
const answer: express.RequestHandler = (_request, response) => {
  response.json({ status: 1 });
};
app.post(['/capture/', '/decide/', '/flags/'], express.json(), answer);
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

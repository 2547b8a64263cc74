import { expect, test } from 'vitest';
import { withDirectBuiltins } from './direct-builtins.ts';

test.each([
  ['import process$1 from "node:process";', 'const process$1 = process.getBuiltinModule("node:process");'],
  ['import fs from "node:fs";', 'const fs = process.getBuiltinModule("node:fs");'],
  ['import * as fs from "node:fs";', 'const fs = process.getBuiltinModule("node:fs");'],
  [
    'import { join, sep as separator } from "node:path";',
    'const { join, sep: separator } = process.getBuiltinModule("node:path");',
  ],
  [
    'import http, { get } from "node:http";',
    'const http = process.getBuiltinModule("node:http"); const { get } = process.getBuiltinModule("node:http");',
  ],
  ['import { app } from "electron";', 'import { app } from "electron";'],
  ['import { a } from "./a-1.js";', 'import { a } from "./a-1.js";'],
])('%s', (line, direct) => {
  expect(withDirectBuiltins(`${line}\na();\n`)).toBe(`${direct}\na();\n`);
});

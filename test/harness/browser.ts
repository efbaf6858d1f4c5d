import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { askRun } from './run-door.ts';

// Named after the package's version, so that another one is unpacked anew.
const FOLDER = path.join(tmpdir(), 'tessera-chromium-153-with-fonts');
// The package brings the libraries that Chromium needs too, but unpacks them only where it believes to be in its cloud.
const WITH_LIBRARIES = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
const PACKAGE = import.meta.resolve('@sparticuz/chromium');
const UNPACK = `import('${PACKAGE}').then((chromium) => chromium.default.executablePath())`;
// Without any fonts, text would have no width, and nothing could be clicked on.
const FONTS = `<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${path.join(FOLDER, 'fonts')}</dir>
  <cachedir>${path.join(FOLDER, 'fonts-cache')}</cachedir>
</fontconfig>
`;
const UNPACK_TIMEOUT_MS = 120_000;
// As `until` has it: for as long as a noisy machine may need.
const GIVE_UP_AFTER_MS = 60_000;

/** The browser that the files of a run share, or one of its own for a script. Closing it closes what was opened through it. */
export async function launchBrowser(): Promise<Browser> {
  const shared = await askRun('browser');
  const browser = await (shared ? chromium.connect(shared) : chromium.launch(await chromiumOptions()));
  return browser.on('context', (context) => context.setDefaultTimeout(GIVE_UP_AFTER_MS));
}

/** A browser without a window: the one from npm on Linux, so that it is the same everywhere; elsewhere the machine's Chrome. */
export async function chromiumOptions(): Promise<LaunchOptions> {
  if (process.platform !== 'linux') return { channel: 'chrome' };
  // The package's own flags are for a cloud function: they would switch off the rules for frames and origins.
  const executablePath = await unpackedChromium();
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: path.join(FOLDER, 'al2023', 'lib'),
    FONTCONFIG_FILE: path.join(FOLDER, 'fonts.conf'),
  };
  return { executablePath, env };
}

/** Unpacked aside and moved into place whole: test files that run at the same time never see half a browser. */
async function unpackedChromium(): Promise<string> {
  const executable = path.join(FOLDER, 'chromium');
  if (existsSync(executable)) return executable;
  const fresh = await mkdtemp(`${FOLDER}-`);
  // The package unpacks into the folder for temporary files, which only a process of its own can have elsewhere.
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
    env: { ...process.env, ...WITH_LIBRARIES, TMPDIR: fresh },
    timeout: UNPACK_TIMEOUT_MS,
  });
  await writeFile(path.join(fresh, 'fonts.conf'), FONTS);
  await rename(fresh, FOLDER).catch(async (error: Error) => {
    await rm(fresh, { recursive: true });
    if (!existsSync(executable)) throw error;
  });
  return executable;
}

import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, test } from 'vitest';
import { startOidcProvider } from '../sso/oidc-identity-provider.js';
import { isSkipped, newEmail, skipNotice, startConsole } from './console.js';

describe.skipIf(isSkipped)(`log-ins${skipNotice}`, () => {
  const farthing = startConsole();
  let provider: Awaited<ReturnType<typeof startOidcProvider>> | undefined;
  afterAll(() => provider?.close());

  test('an owner sets single sign-on up and tests it, and a new user logs in with it', async () => {
    const own = await farthing.send('GET', '/v2/sso_connection/service_provider');
    provider = await startOidcProvider(() => [String(own['redirect_uri'])]);
    provider.restart();
    provider.setUser({ sub: 'ada', email: 'ada@sso.test', name: 'Ada', groups: ['Platform'] });

    const page = await farthing.newPage();
    await farthing.logInByForm(page);
    await farthing.visit(page, '/single-sign-on');
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByLabel('Client ID').fill(provider.client.client_id);
    await page.getByLabel('Client secret').fill(provider.client.client_secret);
    await page.getByRole('combobox', { name: 'Email domains' }).fill('sso.test');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Test log-in' }).click();
    await page.getByText('The last test succeeded').waitFor();
    await page.getByRole('cell', { name: 'ada@sso.test' }).waitFor();
    await farthing.expectSoundPage(page, '/single-sign-on');

    const other = await farthing.newPage();
    await other.goto('/budgets');
    await other.getByRole('button', { name: 'Continue with single sign-on' }).click();
    await other.getByLabel('Email address').fill('ada@sso.test');
    await farthing.expectNoAxeViolations(other);
    await other.getByRole('button', { name: 'Continue', exact: true }).click();
    await other.getByRole('heading', { name: 'Budgets', level: 1 }).waitFor();
    expect(new URL(other.url()).pathname).toBe('/budgets');
    const { users } = await farthing.send('GET', '/v2/users');
    expect(users).toContainEqual(expect.objectContaining({ name: 'Ada', role: 'Viewer' }));
  });

  test('a SCIM token is shown once, opens SCIM, and no longer when it is revoked', async () => {
    const page = await farthing.newPage();
    await farthing.logIn(page);
    await farthing.visit(page, '/single-sign-on');
    const baseUrl = await page.getByLabel('SCIM base URL', { exact: true }).inputValue();
    await page.getByRole('button', { name: 'New SCIM token' }).click();
    await page.getByLabel('Description').fill('Okta');
    await page.getByRole('button', { name: 'Create token' }).click();
    const secret = await page.getByLabel('SCIM token', { exact: true }).inputValue();
    await farthing.expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    const headers = { authorization: `Bearer ${secret}` };
    const asked = async () => (await fetch(`${baseUrl}/Users`, { headers })).status;
    expect(await asked()).toBe(200);
    await farthing.visit(page, '/single-sign-on');
    const row = page.getByRole('row', { name: /Okta/ });
    expect(await row.textContent()).not.toContain('Never');
    await row.getByRole('button', { name: 'Revoke Okta' }).click();
    await page.getByLabel('Type Okta to revoke it permanently').fill('Okta');
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    expect(await asked()).toBe(401);
  });

  test('a user adds an authenticator app, which the next log-in asks for', async () => {
    const [email, password] = [newEmail('paula'), 'correct horse battery'];
    const { link } = await farthing.send('POST', '/console/users', { email });
    const ticket = new URL(String(link)).searchParams.get('ticket');
    await farthing.send('POST', '/console/password', { ticket, password });

    const page = await farthing.newPage();
    const logIn = async () => {
      await page.goto('/profile');
      await page.getByLabel('Email address').fill(email);
      await page.locator('[name=password]').fill(password);
      await page.getByRole('button', { name: 'Log in' }).click();
    };
    const logOut = async () => {
      await page.getByRole('button', { name: 'Log out everywhere' }).click();
      await page.getByLabel('Email address').waitFor();
    };
    await logIn();
    await page.getByRole('button', { name: 'Add authenticator app' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    await farthing.expectNoAxeViolations(page);
    const key = await page.getByRole('dialog').locator('code').textContent();
    const app = new TOTP({ secret: Secret.fromBase32(key!.replaceAll(' ', '')) });
    await page.getByRole('textbox', { name: 'Code' }).fill(app.generate());
    await page.getByRole('button', { name: 'Confirm' }).click();
    const codes = page.getByLabel('Recovery codes').locator('li');
    await expect.poll(() => codes.count()).toBe(10);
    await farthing.expectNoAxeViolations(page);
    const [recoveryCode] = await codes.allTextContents();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('button', { name: 'Remove Authenticator app' }).waitFor();
    await logOut();

    await logIn();
    const code = page.getByLabel('Code of your authenticator app');
    await code.waitFor();
    await farthing.expectNoAxeViolations(page);
    // The next code, because each works once.
    await code.fill(app.generate({ timestamp: Date.now() + 30_000 }));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('10 recovery codes left').waitFor();
    await logOut();

    await logIn();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCode!);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('9 recovery codes left').waitFor();
  });
});

"""What is done on more than one page before it is looked at."""

from playwright.sync_api import Page


def send_it_empty(page: Page) -> None:
    """The first form of a page as nobody has filled it in, past what the browser would ask for."""
    with page.expect_navigation():
        page.evaluate("for (const fold of document.querySelectorAll('main details')) fold.open = true")
        page.evaluate("for (const form of document.querySelectorAll('main form')) form.noValidate = true")
        page.locator("main form button.primary, main form[method=post] button.danger").first.click()


def press(page: Page, button: str) -> None:
    """A button that leads to a page."""
    with page.expect_navigation():
        page.get_by_role("button", name=button).click()

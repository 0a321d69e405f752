import App

await HearthCommand.runProcess()

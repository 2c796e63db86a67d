// Command webhookctl reads the logs of a webhook incident and says where one intended business operation became two.
//
// This package only turns flags into options and results into output: one file for each command, each of which makes one call
// into ingest, analyze or report. It judges nothing.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// version is set by the linker in a release; else the build information tells.
var version string

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal lets the program end in order; from then on the default action is back, so a second one kills.
	context.AfterFunc(ctx, stop)
	// A reader that has seen enough ("diagnose | head") must not kill the program before it has removed its temporary files:
	// once the signal is asked for, writing fails with EPIPE instead.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	os.Exit(run(ctx, os.Args[1:], systemTerminal()))
}

// run executes one command line, prints what went wrong and returns the exit code.
func run(ctx context.Context, args []string, t terminal) int {
	root := newRoot(&app{terminal: t})
	root.SetArgs(args)
	root.SetIn(t.in)
	root.SetOut(t.out)
	root.SetErr(t.err)
	err := root.ExecuteContext(ctx)
	switch {
	case readerGone(err):
		err = nil
	case err != nil && ctx.Err() != nil && exitCode(err) != exitInterrupted:
		err = interrupted{}
	}
	printError(t.err, err)
	return exitCode(err)
}
